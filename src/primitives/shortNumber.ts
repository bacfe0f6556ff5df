/*
 * Numbers in stored records: seven bits in each byte, the lowest first; the highest bit says that another byte follows. The
 * place of a trie node takes five or six bytes, where Bitcoin's variable-length integer would take nine.
 */

/** Bytes of the maximum number, 2^53 - 1. */
export const maximumShortNumberLength = 8

/** Writes `value` and returns the offset after it. */
export function writeShortNumber(target: Uint8Array, offset: number, value: number): number {
  let at = offset
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) target[at++] = (rest % 128) | 0x80
  target[at] = rest
  return at + 1
}

/** The number at `offset` and the offset after it; undefined when it is cut off or too long. */
export function readShortNumber(
  bytes: Uint8Array,
  offset: number,
): { readonly value: number; readonly end: number } | undefined {
  let value = 0
  let factor = 1
  for (let at = offset; at < offset + maximumShortNumberLength; at++, factor *= 128) {
    const byte = bytes[at]
    if (byte === undefined) return undefined
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return { value, end: at + 1 }
  }
  return undefined
}
