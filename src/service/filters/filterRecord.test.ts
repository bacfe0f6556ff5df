import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import { logRangeEnd } from '../../rpc/params/blockReference.ts'
import { decodeFilter, encodeFilter, type FilterRecord } from './filterRecord.ts'
import type { Filter } from './filterStore.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const hashes = bytes(32).map(asHash)
const ends = fc
  .oneof(
    fc.constantFrom('latest', 'earliest', 'pending', 'safe', 'finalized'),
    fc.nat().map((number) => `0x${number.toString(16)}`),
  )
  .map((text) => logRangeEnd.decode(text))
const cursor = fc.record({ number: fc.nat(), hash: hashes })
const criterion = fc.record({
  blockHash: fc.constant(undefined),
  fromBlock: ends,
  toBlock: ends,
  addresses: fc.array(bytes(20).map(asAddress), { maxLength: 3 }),
  topics: fc.array(fc.array(hashes, { maxLength: 3 }), { maxLength: 4 }),
})
const filters: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ kind: fc.constant('logs'), criterion, cursor }),
  fc.record({ kind: fc.constant('blocks'), cursor }),
  fc.record({
    kind: fc.constant('pending'),
    cursor: fc.record({ run: fc.stringMatching(/^0x[0-9a-f]{32}$/), count: fc.maxSafeNat() }),
  }),
)
const records: fc.Arbitrary<FilterRecord> = fc.record({
  client: fc.string({ unit: 'grapheme' }),
  polledAtMs: fc.maxSafeNat(),
  filter: filters,
})

it('decoding an encoded filter returns the same filter', () => {
  fc.assert(
    fc.property(records, (record) => {
      expect(decodeFilter(encodeFilter(record))).toEqual(record)
    }),
  )
})

it('any other bytes decode to undefined', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (noise) => {
      expect(decodeFilter(noise)).toBeUndefined()
    }),
  )
})

it('a damaged record decodes to undefined or another filter', () => {
  fc.assert(
    fc.property(records, fc.nat(), fc.nat(255), (record, at, byte) => {
      const encoded = encodeFilter(record)
      encoded[at % encoded.length] = byte
      expect(() => decodeFilter(encoded)).not.toThrow()
      expect(decodeFilter(encoded.slice(0, -1))).toBeUndefined()
    }),
  )
})
