import { describe, expect, it } from 'vitest'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { bitcoinHashNumber, bitcoinHeaderBytes, bitcoinTimeOf, merkleRootOf } from './headerBytes.ts'

/** The first block of Bitcoin. */
const genesis = fromHex(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c',
)

describe('a Bitcoin header', () => {
  it('hashes to the number that Bitcoin shows', () => {
    expect(genesis).toHaveLength(bitcoinHeaderBytes)
    expect(bitcoinHashNumber(genesis)).toBe(
      0x000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26fn,
    )
  })

  it('holds merkle root and time, at any offset of its buffer', () => {
    const shifted = new Uint8Array(90)
    shifted.set(genesis, 5)
    const view = shifted.subarray(5, 85)
    expect(toHexDigits(merkleRootOf(view))).toBe(
      '3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a',
    )
    expect(bitcoinTimeOf(view)).toBe(1_231_006_505)
  })
})
