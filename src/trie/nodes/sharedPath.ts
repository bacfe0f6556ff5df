import { type BitPath, copyBits, octetsFor } from './bits.ts'
import { varintLength, writeVarint } from './varint.ts'

/*
 * The path field of a node message (RSKIP107): a length in bits, then the bits padded with zeros to bytes. The usual
 * lengths (short inner paths and the long ones of leaves) take one byte; any other length is the byte ff and a varint.
 * An empty path has no field; a flag shows it.
 */

export const varintFollows = 0xff

const isShort = (bits: number): boolean => bits >= 1 && bits <= 32
const isLong = (bits: number): boolean => bits >= 160 && bits <= 382

/** Bytes of the whole field. */
export function sharedPathLength(bits: number): number {
  if (bits === 0) return 0
  return (isShort(bits) || isLong(bits) ? 1 : 1 + varintLength(bits)) + octetsFor(bits)
}

/** Writes the field and returns the offset after it. */
export function writeSharedPath(target: Uint8Array, offset: number, path: BitPath): number {
  if (path.length === 0) return offset
  const bitsAt = writeBitCount(target, offset, path.length)
  copyBits(target, 8 * bitsAt, path.bytes, path.start, path.length)
  return bitsAt + octetsFor(path.length)
}

function writeBitCount(target: Uint8Array, offset: number, bits: number): number {
  if (isShort(bits)) target[offset] = bits - 1
  else if (isLong(bits)) target[offset] = bits - 128
  else {
    target[offset] = varintFollows
    return writeVarint(target, offset + 1, bits)
  }
  return offset + 1
}

/** The number of bits for a first byte other than ff. */
export const bitCountOf = (first: number): number => (first < 32 ? first + 1 : first + 128)

/** Whether a number of bits has the varint form. */
export const needsVarint = (bits: number): boolean => bits > 0 && !isShort(bits) && !isLong(bits)
