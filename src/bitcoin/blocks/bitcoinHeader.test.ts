import { describe, expect, it } from 'vitest'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { BitcoinHeader, bitcoinHeaderLength } from './bitcoinHeader.ts'

/** The first block of Bitcoin. */
const genesis = fromHex(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c',
)
const genesisHash = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'

describe('a Bitcoin header', () => {
  it('has the hash that Bitcoin prints, as bytes and as a number', () => {
    const header = new BitcoinHeader(genesis)
    expect(toHexDigits(header.hash)).toBe(genesisHash)
    expect(header.hashNumber).toBe(BigInt(`0x${genesisHash}`))
  })

  it('gives merkle root, time and target at any offset of its buffer', () => {
    const shifted = new Uint8Array(90)
    shifted.set(genesis, 5)
    const header = new BitcoinHeader(shifted.subarray(5, 5 + bitcoinHeaderLength))
    expect(toHexDigits(header.merkleRoot)).toBe(
      '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    )
    expect(header.time).toBe(1_231_006_505)
    expect(header.bits).toBe(0x1d00ffff)
  })

  it('is refused with another number of bytes', () => {
    expect(() => new BitcoinHeader(genesis.subarray(1))).toThrow(RangeError)
  })
})
