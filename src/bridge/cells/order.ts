/** Unsigned order with the last byte first, in which some cells sort hashes. */
export function compareFromTheEnd(a: Uint8Array, b: Uint8Array): number {
  for (let i = Math.min(a.length, b.length) - 1; i >= 0; i--) {
    const difference = a[i]! - b[i]!
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Order of signed bytes, 80 to ff before 00 to 7f; a prefix comes first. */
export function compareSigned(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = signed(a[i]!) - signed(b[i]!)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const signed = (byte: number): number => (byte << 24) >> 24
