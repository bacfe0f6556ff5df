import { describe, expect, it } from 'vitest'
import { BitcoinHeader } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { encodeStoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import { reversedBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { regtest, testnet } from '../../protocol/networks/definitions.ts'
import { bridgeCall } from '../bridgeWorld.cases.ts'
import { chainHeadKey } from '../cells/bitcoinChain.ts'
import { BitcoinChain } from './chain.ts'
import { confirmations, confirmationsGas } from './confirmations.ts'

const transactionId = new Uint8Array(32).fill(5)

/** A header that nothing else depends on. */
const anyHeader = new BitcoinHeader(new Uint8Array(80).fill(3))

describe('confirmations of a transaction', () => {
  it('cannot be searched in a side branch above the head', () => {
    const bridge = bridgeCall({ network: regtest, height: 100 })
    const { head } = BitcoinChain.open(bridge)
    const stored = { header: anyHeader, height: head.height + 1, work: 1n }
    bridge.store.write(anyHeader.hash, encodeStoredBlock(stored, 'long'))
    expect(confirmations(bridge, transactionId, anyHeader.hash, 0n, [])).toBe(-3n)
  })

  it('are not found in a side branch at the height of the head', () => {
    const bridge = bridgeCall({ network: regtest, height: 100 })
    const { head } = BitcoinChain.open(bridge)
    bridge.store.write(anyHeader.hash, encodeStoredBlock({ ...head, header: anyHeader }, 'long'))
    expect(confirmations(bridge, transactionId, anyHeader.hash, 0n, [])).toBe(-2n)
  })
})

describe('the Bitcoin block that testnet once used without having stored it', () => {
  const hash = reversedBytes(fromHex('79f31a0c12353a28f2de8962f86b02e2d70f027e06a701df40b5e7e800000000'))
  const height = 2_817_125

  function gasAt(blockNumber: number): number {
    const bridge = bridgeCall({ network: testnet, height: blockNumber })
    const head = { header: anyHeader, height: height + 75, work: 1n }
    bridge.store.write(chainHeadKey, encodeStoredBlock(head, 'short'))
    return confirmationsGas(bridge, transactionId, hash, 0n, [])
  }

  it('is priced by its depth only in that block', () => {
    expect(gasAt(5_148_284)).toBe(27_000)
    expect(gasAt(5_148_285)).toBe(50_625)
    expect(gasAt(5_148_286)).toBe(27_000)
  })
})
