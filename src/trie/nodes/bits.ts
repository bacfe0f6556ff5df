/*
 * Bit strings packed into bytes, most significant bit first, addressed by bit number. A path in the trie is a window on
 * such bytes, which are a key or a stored message, so slicing a path does not copy.
 */

export const bitAt = (bytes: Uint8Array, bit: number): 0 | 1 =>
  ((bytes[bit >>> 3]! >>> (7 - (bit & 7))) & 1) as 0 | 1

/**
 * The number of equal leading bits, up to `limit`; both sides have at least `limit` bits. Bits after the end of the bytes
 * are zero.
 */
export function sharedBits(a: Uint8Array, aBit: number, b: Uint8Array, bBit: number, limit: number): number {
  // A leaf shares the bytes of the key that was inserted with it.
  if (limit === 0 || (a === b && aBit === bBit)) return limit
  const aShift = aBit & 7
  const bShift = bBit & 7
  let i = aBit >>> 3
  let j = bBit >>> 3
  if (aShift === 0 && bShift === 0) return sharedInBytes(a, i, b, j, limit)
  for (let done = 0; done < limit; done += 24, i += 3, j += 3) {
    const left = (a[i]! << 24) | (a[i + 1]! << 16) | (a[i + 2]! << 8) | a[i + 3]!
    const right = (b[j]! << 24) | (b[j + 1]! << 16) | (b[j + 2]! << 8) | b[j + 3]!
    const difference = ((left << aShift) ^ (right << bShift)) & 0xffffff00
    if (difference !== 0) return Math.min(limit, done + Math.clz32(difference))
  }
  return limit
}

/** `sharedBits` of two sides that begin with a byte. */
function sharedInBytes(a: Uint8Array, aAt: number, b: Uint8Array, bAt: number, limit: number): number {
  const count = (limit + 7) >>> 3
  for (let index = 0; index < count; index++) {
    const difference = a[aAt + index]! ^ b[bAt + index]!
    if (difference !== 0) return Math.min(limit, 8 * index + Math.clz32(difference) - 24)
  }
  return limit
}

/**
 * Copies `length` bits of `source` into `target` at bit `at`. The rest of the last byte becomes zero, so a caller
 * writes from front to back.
 */
export function copyBits(
  target: Uint8Array,
  at: number,
  source: Uint8Array,
  from: number,
  length: number,
): void {
  if (length === 0) return
  const shift = at & 7
  const fromShift = from & 7
  let index = at >>> 3
  let next = from >>> 3
  let pending = shift === 0 ? 0 : target[index]! & (0xff00 >>> shift)
  for (let left = length; left > 0; left -= 8, next++) {
    // The eight bits from `from` on; bits after the end are zero.
    const octets = (source[next]! << 8) | source[next + 1]!
    const octet = (octets >>> (8 - fromShift)) & (left >= 8 ? 0xff : (0xff00 >>> left) & 0xff)
    target[index] = pending | (octet >>> shift)
    pending = (octet << (8 - shift)) & 0xff
    if (shift + left > 8) target[++index] = pending
  }
}

export const octetsFor = (bits: number): number => Math.ceil(bits / 8)

/** An immutable window of `length` bits on `bytes`, from bit `start` on. */
export class BitPath {
  readonly bytes: Uint8Array
  readonly start: number
  readonly length: number

  constructor(bytes: Uint8Array, start: number, length: number) {
    this.bytes = bytes
    this.start = start
    this.length = length
  }

  bit(index: number): 0 | 1 {
    return bitAt(this.bytes, this.start + index)
  }

  slice(from: number, to = this.length): BitPath {
    return from === to ? emptyPath : new BitPath(this.bytes, this.start + from, to - from)
  }

  /** The number of leading bits equal to those of `key` from its bit `position` on. */
  sharedWith(key: Uint8Array, position: number): number {
    const limit = Math.min(this.length, 8 * key.length - position)
    return sharedBits(this.bytes, this.start, key, position, limit)
  }

  /** This path, one bit, and another path. */
  joined(bit: 0 | 1, rest: BitPath): BitPath {
    const length = this.length + 1 + rest.length
    const bytes = new Uint8Array(octetsFor(length))
    copyBits(bytes, 0, this.bytes, this.start, this.length)
    if (bit === 1) bytes[this.length >>> 3]! |= 0x80 >>> (this.length & 7)
    copyBits(bytes, this.length + 1, rest.bytes, rest.start, rest.length)
    return new BitPath(bytes, 0, length)
  }
}

export const emptyPath = new BitPath(new Uint8Array(0), 0, 0)
