/*
 * Bitcoin's variable-length integer, little endian: one byte below fd, or fd, fe, ff followed by 2, 4, 8 bytes.
 */

export function varintLength(value: number): number {
  return value < 0xfd ? 1 : value <= 0xffff ? 3 : value <= 0xffffffff ? 5 : 9
}

/** Writes `value` and returns the offset after it. */
export function writeVarint(target: Uint8Array, offset: number, value: number): number {
  const length = varintLength(value)
  if (length === 1) {
    target[offset] = value
    return offset + 1
  }
  target[offset] = length === 3 ? 0xfd : length === 5 ? 0xfe : 0xff
  for (let i = 1, rest = value; i < length; i++, rest = Math.floor(rest / 256))
    target[offset + i] = rest % 256
  return offset + length
}

/** Bytes of the varint that starts with `first`. */
export const announcedVarintLength = (first: number): number =>
  first < 0xfd ? 1 : first === 0xfd ? 3 : first === 0xfe ? 5 : 9

/** The varint of `length` bytes at `offset`; undefined when it is not minimal or exceeds 2^53 - 1. */
export function readVarint(bytes: Uint8Array, offset: number, length: number): number | undefined {
  if (length === 1) return bytes[offset]!
  let value = 0
  for (let i = length - 1; i > 0; i--) value = value * 256 + bytes[offset + i]!
  return Number.isSafeInteger(value) && varintLength(value) === length ? value : undefined
}
