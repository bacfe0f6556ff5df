import { describe, expect, it } from 'vitest'
import { regtestParameters } from '../../bitcoin/blocks/networkParameters.ts'
import { bitcoinId } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { bytes } from '../../native/abi/types.ts'
import { cellKey } from '../../native/cellKey.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { unsignedBytes, wordBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { mainnet } from '../../protocol/networks/definitions.ts'
import {
  bridgeCall,
  callBridge,
  contextOf,
  inputFor,
  integerOf,
  storedCell,
  stranger,
  textInput,
} from '../bridgeWorld.cases.ts'
import { hashedKey } from '../cells/cell.ts'
import { registerTransaction } from './register.ts'
import { registerCoinbase } from './registerCoinbase.ts'

const transaction = new Uint8Array(60).fill(1)
/** The proof of a block with a single transaction. */
const proof = (id: Uint8Array): Uint8Array =>
  concatBytes(new Uint8Array([1, 0, 0, 0, 1]), Uint8Array.from(id).reverse(), new Uint8Array([1, 1]))

describe('registering a Bitcoin transaction', () => {
  const register = (height: number) => {
    const state = emptyState()
    const bridge = bridgeCall({ state })
    registerTransaction(bridge, transaction, height, emptyBytes)
    bridge.cells.save()
    return state
  }

  it.each([0, 1, -1, 2 ** 31 - 1])(
    'ends without an error or effect without enough blocks on top: height %i',
    (height) => {
      const state = register(height)
      expect(toHexDigits(storedCell(state, cellKey('btcTxHashesAP')))).toBe('c0')
      expect(storedCell(state, cellKey('blockStoreChainHead'))).toHaveLength(116)
    },
  )

  it('is restricted to the federation until RSKIP199', () => {
    const tooHigh = wordBytes(2n ** 31n - 1n)
    const args = [wordBytes(0n), tooHigh, wordBytes(0n)]
    const input = inputFor('registerBtcTransaction(bytes,int256,bytes)', ...args)
    expect(callBridge(contextOf({ network: mainnet, height: 3_614_799 }), input).output).toBeUndefined()
    expect(callBridge(contextOf({ network: mainnet, height: 3_614_800 }), input).output).toBeDefined()
  })
})

describe('a transaction that was processed', () => {
  const id = toHexDigits(bitcoinId(transaction))
  const isProcessed = (state = emptyState(), text = id) => {
    const input = textInput('isBtcTxHashAlreadyProcessed(string)', text)
    return integerOf(callBridge(contextOf({ state, isLocalCall: true }), input))
  }

  it('is known from the list and from its own cell', () => {
    const listed = emptyState()
    const list = encodeRlp([bitcoinId(transaction), unsignedBytes(7)])
    listed.setStorage(bridgeAddress, cellKey('btcTxHashesAP'), list)
    const single = emptyState()
    single.setStorage(bridgeAddress, hashedKey(`btcTxHashAP-${id}`), encodeRlp(unsignedBytes(9)))
    expect([isProcessed(), isProcessed(listed), isProcessed(single)]).toEqual([0n, 1n, 1n])
    const height = textInput('getBtcTxHashProcessedHeight(string)', id)
    expect(integerOf(callBridge(contextOf({ state: single, isLocalCall: true }), height))).toBe(9n)
  })

  it('is identified by 64 lower-case hex digits', () => {
    expect(isProcessed(emptyState(), id.toUpperCase())).toBeUndefined()
    expect(isProcessed(emptyState(), id.slice(1))).toBeUndefined()
  })
})

describe('registering a coinbase', () => {
  const genesis = regtestParameters.genesis.header
  const claimOf = (blockHash: Uint8Array, givenProof: Uint8Array) => ({
    bytes: transaction,
    blockHash,
    proof: givenProof,
    witnessRoot: new Uint8Array(32),
    reservedValue: new Uint8Array(32),
  })
  const register = (id: Uint8Array, blockHash: Uint8Array) => () =>
    registerCoinbase(bridgeCall(), claimOf(blockHash, proof(id)))

  it('ends without an error with the proof of another transaction or block', () => {
    expect(register(new Uint8Array(32), genesis.hash)).not.toThrow()
    expect(register(bitcoinId(transaction), genesis.hash)).not.toThrow()
  })

  it('fails for an unknown block, and without a proof', () => {
    expect(register(bitcoinId(transaction), new Uint8Array(32))).toThrow('unknown')
    expect(() => registerCoinbase(bridgeCall(), claimOf(genesis.hash, emptyBytes))).toThrow(
      'size that it states',
    )
  })
})

describe('a fast peg-in', () => {
  const address = (version: number): Uint8Array => concatBytes(new Uint8Array([version]), new Uint8Array(20))
  const signature = 'registerFastBridgeBtcTransaction(bytes,uint256,bytes,bytes32,bytes,address,bytes,bool)'

  function register(
    kind: 'call' | 'transaction',
    contract = stranger,
    refund = address(111),
  ): bigint | undefined {
    const texts = [
      bytes.encode(transaction),
      bytes.encode(emptyBytes),
      bytes.encode(refund),
      bytes.encode(address(196)),
    ]
    let end = 32 * 8
    const offsets = texts.map((text) => {
      const offset = wordBytes(BigInt(end))
      end += text.length
      return offset
    })
    const [first, second, third, fourth] = offsets
    const heads = [
      first!,
      wordBytes(0n),
      second!,
      wordBytes(1n),
      third!,
      concatBytes(new Uint8Array(12), contract),
      fourth!,
    ]
    const input = inputFor(signature, ...heads, wordBytes(0n), ...texts)
    return integerOf(callBridge(contextOf(), input, { kind }))
  }

  it('is accepted from the contract in its terms only, and needs confirmations', () => {
    expect(register('transaction')).toBe(-300n)
    expect(register('call', bridgeAddress)).toBe(-301n)
    expect(register('call')).toBe(-303n)
  })

  it('returns an error code for an address that does not decode', () => {
    expect(register('call', stranger, address(5))).toBe(-900n)
    expect(register('call', stranger, new Uint8Array(20))).toBe(-900n)
  })
})
