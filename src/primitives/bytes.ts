export const emptyBytes = new Uint8Array(0)

declare const brand: unique symbol
/** A 32-byte hash. */
export type Hash = Uint8Array & { readonly [brand]: 'hash' }
/** A 20-byte account address. */
export type Address = Uint8Array & { readonly [brand]: 'address' }

/** Brands 32 bytes as a hash. Another length is a programming error: callers check outside input first. */
export function asHash(bytes: Uint8Array): Hash {
  if (bytes.length !== 32) throw new RangeError(`a hash has 32 bytes, not ${bytes.length}`)
  return bytes as Hash
}

/** Brands 20 bytes as an address. Another length is a programming error: callers check outside input first. */
export function asAddress(bytes: Uint8Array): Address {
  if (bytes.length !== 20) throw new RangeError(`an address has 20 bytes, not ${bytes.length}`)
  return bytes as Address
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const joined = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true
  const { length } = a
  if (length !== b.length) return false
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Whether one of the `items` has the same bytes. */
export const includesBytes = (items: readonly Uint8Array[], bytes: Uint8Array): boolean =>
  items.some((item) => equalBytes(item, bytes))

/** Unsigned lexicographic order: negative when `a` comes first, 0 when equal. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** A copy of the bytes in reverse order. */
export function reversedBytes(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes).reverse()
}

/** A view without leading zero bytes; all zeros give an empty view. */
export function stripLeadingZeros(bytes: Uint8Array): Uint8Array {
  let start = 0
  while (start < bytes.length && bytes[start] === 0) start++
  return start === 0 ? bytes : bytes.subarray(start)
}

/** `bytes` right-aligned in `length` bytes; throws when they do not fit. */
export function leftPad(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length === length) return bytes
  if (bytes.length > length) throw new RangeError(`${bytes.length} bytes do not fit in ${length}`)
  const padded = new Uint8Array(length)
  padded.set(bytes, length - bytes.length)
  return padded
}

/** Position of the last occurrence of `needle` in `haystack`, or -1. */
export function lastIndexOfBytes(haystack: Uint8Array, needle: Uint8Array): number {
  for (let start = haystack.length - needle.length; start >= 0; start--) {
    let matched = 0
    while (matched < needle.length && haystack[start + matched] === needle[matched]) matched++
    if (matched === needle.length) return start
  }
  return -1
}

export const asciiBytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0) & 0x7f)
