/** A block number as a key: eight bytes by default, so that key order is number order. */
export function numberKey(number: number, length = 8): Uint8Array {
  const key = new Uint8Array(length)
  let rest = number
  for (let at = length - 1; rest > 0; at--) {
    key[at] = rest & 0xff
    rest = Math.floor(rest / 256)
  }
  return key
}

/** The number in such a key, or in the last bytes of one. */
export function numberInKey(key: Uint8Array): number {
  let number = 0
  for (let i = 0; i < key.length; i++) number = number * 256 + key[i]!
  return number
}
