import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { variableInteger, variableIntegerLength } from '../../bitcoin/serialization/variableInteger.ts'
import { anyHash } from '../../bitcoin/transactions/bitcoinTransaction.cases.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { contextOf, storedCell } from '../bridgeWorld.cases.ts'
import { cellStore } from '../context/bridgeContext.ts'
import { type BridgeCell, hashedKey } from './cell.ts'
import { flyoverFederation } from './pegin.ts'
import { outpointValues, releaseRequests, unconfirmedPegouts, unsignedPegouts, valueList } from './pegouts.ts'
import { utxoCodec } from './utxos.ts'

const anyHash160 = fc.uint8Array({ minLength: 20, maxLength: 20 })
const anyAmount = fc.bigInt({ min: 0n, max: 21n * 10n ** 14n })

/** Writes a value and reads it again. */
function through<Value>(cell: BridgeCell<Value>, value: Value): Value {
  const store = cellStore(contextOf({ state: emptyState() }))
  cell.write(store, value)
  return cell.read(store)
}

describe('a cell returns what was written to it', () => {
  it('for the terms of a fast peg-in', () => {
    fc.assert(
      fc.property(anyHash160, anyHash, anyHash160, (address, derivationHash, federationHash) => {
        const terms = { derivationHash, federationHash }
        expect(through(flyoverFederation(address), terms)).toEqual(terms)
      }),
    )
  })

  it('for the values of inputs, as variable integers', () => {
    fc.assert(
      fc.property(anyHash, fc.array(anyAmount, { minLength: 1, maxLength: 9 }), (id, values) => {
        expect(through(outpointValues(id), values)).toEqual(values)
        const bytes = valueList.encode(values)
        expect(bytes).toEqual(concatBytes(...values.map(variableInteger)))
        expect(bytes.length).toBe(values.reduce((sum, value) => sum + variableIntegerLength(value), 0))
      }),
    )
  })

  it('for coins', () => {
    const anyCoin = fc.record({
      value: anyAmount,
      script: fc.uint8Array({ maxLength: 60 }),
      transactionId: anyHash,
      outputIndex: fc.nat(),
      isCoinbase: fc.boolean(),
    })
    fc.assert(
      fc.property(anyCoin, (coin) => {
        const decoded = utxoCodec.decode(utxoCodec.encode(coin))
        expect(decoded).toEqual(coin)
        expect(utxoCodec.encode(decoded)).toEqual(utxoCodec.encode(coin))
      }),
    )
  })

  it('for requests and peg-outs, with and without hashes, in their order', () => {
    const anyName = fc.option(anyHash, { nil: undefined })
    const anyRequest = fc.record({ destination: anyHash160, amount: anyAmount, transactionHash: anyName })
    const anyPegout = fc.record({ transaction: anyHash, blockNumber: fc.nat(), transactionHash: anyName })
    const hasNoHash = ({ transactionHash }: { transactionHash: Uint8Array | undefined }) => !transactionHash
    fc.assert(
      fc.property(fc.array(anyRequest), fc.array(anyPegout), (requests, pegouts) => {
        const nameless = requests.filter(hasNoHash)
        const named = requests.filter((request) => !hasNoHash(request))
        expect(through(releaseRequests, requests)).toEqual([...nameless, ...named])
        const stored = through(unconfirmedPegouts, pegouts)
        expect(new Set(stored.map(({ transaction }) => toHexDigits(transaction)))).toEqual(
          new Set(pegouts.map(({ transaction }) => toHexDigits(transaction))),
        )
        const bytes = stored.filter(hasNoHash).map(({ transaction }) => toHexDigits(transaction))
        expect(bytes).toEqual([...bytes].sort())
      }),
      { numRuns: 50 },
    )
  })

  it('for peg-outs to sign, sorted by the ends of their hashes', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ transactionHash: anyHash, transaction: anyHash })), (pegouts) => {
        const ends = through(unsignedPegouts, pegouts).map(({ transactionHash }) =>
          toHexDigits(Uint8Array.from(transactionHash).reverse()),
        )
        expect(ends).toEqual([...ends].sort())
        expect(ends).toHaveLength(pegouts.length)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the key of a cell', () => {
  it('is the hash of its name and identifier', () => {
    const state = emptyState()
    const id = new Uint8Array(32).fill(0xab)
    outpointValues(id).write(cellStore(contextOf({ state })), [300n])
    const stored = storedCell(state, hashedKey(`releasesOutpointsValues-${'ab'.repeat(32)}`))
    expect(toHexDigits(stored)).toBe('fd2c01')
  })
})
