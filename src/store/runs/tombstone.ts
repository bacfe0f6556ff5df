import { crc32 } from '../../platform/checksum.ts'

/*
 * A tombstone says that older runs may have an entry of a deleted key. It has three bytes of a checksum of the key, so that a
 * damaged record is not taken for one.
 */

const length = 3

export function tombstoneOf(key: Uint8Array): Uint8Array {
  const checksum = ~crc32(key)
  return Uint8Array.of(checksum >>> 16, checksum >>> 8, checksum)
}

export function isTombstone(key: Uint8Array, value: Uint8Array): boolean {
  if (value.length !== length) return false
  const [first, second, third] = tombstoneOf(key)
  return value[0] === first && value[1] === second && value[2] === third
}
