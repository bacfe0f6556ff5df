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
  const bit = flippedBit(difference, 8 * (record.length - checksumBytes))
  if (bit === undefined) return undefined
  restored[record.length - 1 - (bit >>> 3)]! ^= 0x80 >>> (bit & 7)
  return restored
}

/**
 * Whether one bit of the key has flipped, not of the content. The record then belongs to another key, of which this one
 * tells nothing; as long as it stays, readers of keys near it are refused instead of finding nothing.
 */
export function isKeyFlipped(key: Uint8Array, record: Uint8Array): boolean {
  if (record.length < checksumBytes) return false
  const contentBits = 8 * (record.length - checksumBytes)
  const bit = flippedBit(checksumDifference(key, record), contentBits + 8 * key.length)
  return bit !== undefined && bit >= contentBits
}

/** The place of a flipped bit, counted from the end of what the checksum covers: 0 is the highest bit of the last byte. */
function flippedBit(difference: number, bits: number): number | undefined {
  // The last bit of a reversed CRC is the highest of the last byte. Each bit before it has gone through one more step.
  let expected = polynomial
  for (let bit = 0; bit < bits; bit++) {
    if (expected === difference) return bit
    expected = ((expected >>> 1) ^ (expected & 1 ? polynomial : 0)) >>> 0
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
