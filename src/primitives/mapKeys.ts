/*
 * Addresses and storage cells as keys of a Map: two bytes to the character, which builds and hashes fastest. V8 seeds
 * the hashes of strings, so an attacker cannot choose addresses or cells that all fall into one bucket.
 *
 * Each key is one call with every character written out, which V8 compiles inline. A loop over the pairs takes four
 * times as long, an array given to `apply` or a spread twice as long.
 */

/** The key of a 20-byte address, or of the one-byte address that sends REMASC transactions. */
export function addressKey(bytes: Uint8Array): string {
  if (bytes.length === 1) return String.fromCharCode(bytes[0]!)
  if (bytes.length !== 20) throw new RangeError(`an address has 20 bytes, not ${bytes.length}`)
  return String.fromCharCode(
    pair(bytes, 0),
    pair(bytes, 2),
    pair(bytes, 4),
    pair(bytes, 6),
    pair(bytes, 8),
    pair(bytes, 10),
    pair(bytes, 12),
    pair(bytes, 14),
    pair(bytes, 16),
    pair(bytes, 18),
  )
}

/** The key of 32 bytes: the number of a storage cell, or a hash. */
export function wordKey(bytes: Uint8Array): string {
  if (bytes.length !== 32) throw new RangeError(`a word has 32 bytes, not ${bytes.length}`)
  return String.fromCharCode(
    pair(bytes, 0),
    pair(bytes, 2),
    pair(bytes, 4),
    pair(bytes, 6),
    pair(bytes, 8),
    pair(bytes, 10),
    pair(bytes, 12),
    pair(bytes, 14),
    pair(bytes, 16),
    pair(bytes, 18),
    pair(bytes, 20),
    pair(bytes, 22),
    pair(bytes, 24),
    pair(bytes, 26),
    pair(bytes, 28),
    pair(bytes, 30),
  )
}

/** The bytes a key was made of. */
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

const pair = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!
