/** A block number as a key: eight bytes, so that key order is number order. */
export function numberKey(number: number): Uint8Array {
  const key = new Uint8Array(8)
  let rest = number
  for (let at = 7; rest > 0; at--) {
    key[at] = rest & 0xff
    rest = Math.floor(rest / 256)
  }
  return key
}

/** The number in such a key, or in the last bytes of one. */
export const numberInKey = (key: Uint8Array): number => key.reduce((sum, byte) => sum * 256 + byte, 0)
