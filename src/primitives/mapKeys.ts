/*
 * Addresses and storage cells as keys of a Map: two bytes per character, which is fastest to build and to hash. V8
 * seeds the hashes of strings, so an attacker cannot choose addresses or cells that all fall into one bucket.
 *
 * Each key is one call with all characters as arguments. A loop over the pairs takes four times as long, `apply` with
 * an array or a spread twice as long; a function per character is inlined only after V8 has optimised the code.
 */

/** The key of a 20-byte address, or of the one-byte address that sends REMASC transactions. */
export function addressKey(bytes: Uint8Array): string {
  if (bytes.length === 1) return String.fromCharCode(bytes[0]!)
  if (bytes.length !== 20) throw new RangeError(`an address has 20 bytes, not ${bytes.length}`)
  return String.fromCharCode(
    (bytes[0]! << 8) | bytes[1]!,
    (bytes[2]! << 8) | bytes[3]!,
    (bytes[4]! << 8) | bytes[5]!,
    (bytes[6]! << 8) | bytes[7]!,
    (bytes[8]! << 8) | bytes[9]!,
    (bytes[10]! << 8) | bytes[11]!,
    (bytes[12]! << 8) | bytes[13]!,
    (bytes[14]! << 8) | bytes[15]!,
    (bytes[16]! << 8) | bytes[17]!,
    (bytes[18]! << 8) | bytes[19]!,
  )
}

/** The key of 32 bytes: the number of a storage cell, or a hash. */
export function wordKey(bytes: Uint8Array): string {
  if (bytes.length !== 32) throw new RangeError(`a word has 32 bytes, not ${bytes.length}`)
  return String.fromCharCode(
    (bytes[0]! << 8) | bytes[1]!,
    (bytes[2]! << 8) | bytes[3]!,
    (bytes[4]! << 8) | bytes[5]!,
    (bytes[6]! << 8) | bytes[7]!,
    (bytes[8]! << 8) | bytes[9]!,
    (bytes[10]! << 8) | bytes[11]!,
    (bytes[12]! << 8) | bytes[13]!,
    (bytes[14]! << 8) | bytes[15]!,
    (bytes[16]! << 8) | bytes[17]!,
    (bytes[18]! << 8) | bytes[19]!,
    (bytes[20]! << 8) | bytes[21]!,
    (bytes[22]! << 8) | bytes[23]!,
    (bytes[24]! << 8) | bytes[25]!,
    (bytes[26]! << 8) | bytes[27]!,
    (bytes[28]! << 8) | bytes[29]!,
    (bytes[30]! << 8) | bytes[31]!,
  )
}

/** The bytes of a key. */
export function keyBytes(key: string): Uint8Array {
  if (key.length === 1) return Uint8Array.of(key.charCodeAt(0))
  const bytes = new Uint8Array(2 * key.length)
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i)
    bytes[2 * i] = code >>> 8
    bytes[2 * i + 1] = code & 0xff
  }
  return bytes
}
