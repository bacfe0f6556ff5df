import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asAddress, asHash, emptyBytes } from '../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { bloomBytes, logsBloom, unionOfBlooms } from './bloom.ts'
import { addresses } from './transactions/arbitraryTransactions.cases.ts'

const topics = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(asHash)
const logs = fc.array(
  fc.record({
    address: addresses,
    topics: fc.array(topics, { maxLength: 4 }),
    data: fc.constant(emptyBytes),
  }),
  { maxLength: 5 },
)

/** Positions of the bits set, counted from the lowest bit of the last byte. */
const bitsOf = (bloom: Uint8Array): number[] =>
  [...bloom].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .filter((bit) => byte & (1 << bit))
      .map((bit) => 8 * (bloomBytes - 1 - index) + bit),
  )

describe('the bloom of logs', () => {
  it('sets the bits selected by the keccak-256 of an address', () => {
    const address = asAddress(fromHex('0f572e5295c57f15886f9b263e2f6d2d6c7b5ec6'))
    // The keccak-256 of the address starts with bd2b 01af cd27; the lowest eleven bits of each pair select a bit.
    expect(bitsOf(logsBloom([{ address, topics: [], data: emptyBytes }])).sort((a, b) => a - b)).toEqual(
      [0x1af, 0x52b, 0x527].sort((a, b) => a - b),
    )
  })

  it('may contain every address and topic that was added', () => {
    fc.assert(
      fc.property(logs, (all) => {
        const bloom = logsBloom(all)
        for (const log of all) {
          expect(unionOfBlooms([bloom, logsBloom([log])])).toEqual(bloom)
        }
      }),
    )
  })

  it('is zero without logs', () => {
    expect(toHexDigits(logsBloom([]))).toBe('00'.repeat(bloomBytes))
  })

  it('does not depend on data', () => {
    const log = { address: asAddress(new Uint8Array(20)), topics: [], data: emptyBytes }
    expect(logsBloom([{ ...log, data: fromHex('ff') }])).toEqual(logsBloom([log]))
  })

  it('of a block is the union of those of its receipts', () => {
    fc.assert(
      fc.property(logs, logs, (first, second) => {
        expect(unionOfBlooms([logsBloom(first), logsBloom(second)])).toEqual(logsBloom([...first, ...second]))
      }),
    )
    expect(unionOfBlooms([])).toEqual(new Uint8Array(bloomBytes))
  })
})
