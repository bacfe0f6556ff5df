import fc from 'fast-check'
import { concatBytes, leftPad } from './bytes.ts'
import { unsignedBytes } from './integers.ts'

/** Lengths around the limits of number types. */
export const hostileLengths = [
  { name: '2^31 - 1', value: 2n ** 31n - 1n },
  { name: '2^31', value: 2n ** 31n },
  { name: '2^32 - 1', value: 2n ** 32n - 1n },
  { name: '2^32', value: 2n ** 32n },
  { name: '2^32 + 4', value: 2n ** 32n + 4n },
  { name: '2^53 - 1', value: 2n ** 53n - 1n },
  { name: '2^53 + 1', value: 2n ** 53n + 1n },
  { name: '2^63', value: 2n ** 63n },
  { name: '2^64 - 1', value: 2n ** 64n - 1n },
].map(({ name, value }) => ({ name, lengthBytes: leftPad(unsignedBytes(value), value < 2n ** 32n ? 4 : 8) }))

/** `bytes` with a few bytes overwritten, removed or inserted. */
export function mutations(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat(Math.max(0, bytes.length - 1))
  const interesting = fc.constantFrom(0x00, 0x7f, 0x80, 0x81, 0xb7, 0xb8, 0xbf, 0xc0, 0xc1, 0xf7, 0xf8, 0xff)
  const change = fc.record({
    at: place,
    removed: fc.constantFrom(0, 0, 1, 1, 1, 2, 40),
    inserted: fc.array(fc.oneof(interesting, fc.nat(255)), { maxLength: 3 }),
  })
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    let mutated = bytes
    for (const { at, removed, inserted } of changes) {
      mutated = concatBytes(
        mutated.subarray(0, at),
        Uint8Array.from(inserted),
        mutated.subarray(at + removed),
      )
    }
    return mutated
  })
}
