import { keccak256 } from '../../crypto/keccak256.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { checksumBytes, checksumDifference } from '../storage/sealedRecord.ts'

/*
 * A disk or memory that decays flips single bits. A CRC-32 tells which one: the difference between the stored checksum
 * and that of the content depends on the place of the flipped bit only, and is different for each place. Two flipped
 * bits have, with a probability of one in millions, the difference of a single one elsewhere, so a caller must compare
 * the result with something else that is stored.
 */

/** The reversed polynomial of CRC-32 (ISO 3309). */
const polynomial = 0xedb88320

/** The record with one bit flipped back so that its checksum is right; undefined when there is no such bit. */
export function withBitRestored(key: Uint8Array, record: Uint8Array): Uint8Array | undefined {
  if (record.length < checksumBytes) return undefined
  const difference = checksumDifference(key, record)
  const restored = Uint8Array.from(record)
  const inChecksum = 31 - Math.clz32(difference)
  if (difference === 2 ** inChecksum) {
    restored[checksumBytes - 1 - (inChecksum >> 3)]! ^= 1 << (inChecksum & 7)
    return restored
  }
  // The last bit of a reversed CRC is the highest of the last byte. Each bit before it has gone through one more step.
  let expected = polynomial
  for (let at = record.length - 1; at >= checksumBytes; at--) {
    for (let bit = 7; bit >= 0; bit--) {
      if (expected === difference) {
        restored[at]! ^= 1 << bit
        return restored
      }
      expected = ((expected >>> 1) ^ (expected & 1 ? polynomial : 0)) >>> 0
    }
  }
  return undefined
}

/** Bytes of a value of which every bit is tried: the time grows with the square of the length. */
const longestTried = 2048

/** The bytes with one bit flipped back so that they have the hash; undefined when there is no such bit. */
export function withHashRestored(hash: Uint8Array, bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length > longestTried) return undefined
  const restored = Uint8Array.from(bytes)
  for (let at = 0; at < restored.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      restored[at]! ^= 1 << bit
      if (equalBytes(keccak256(restored), hash)) return restored
      restored[at]! ^= 1 << bit
    }
  }
  return undefined
}
