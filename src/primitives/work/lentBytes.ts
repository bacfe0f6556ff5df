/** Bytes in memory that is used again → the function that frees it. */
const lent = new WeakMap<Uint8Array, () => void>()

/** The memory of the bytes stays as it is until they are given back. */
export function lend(bytes: Uint8Array, onBack: () => void): Uint8Array {
  lent.set(bytes, onBack)
  return bytes
}

export const isLent = (bytes: Uint8Array): boolean => lent.has(bytes)

/** Returns lent bytes to their owner. Text is not lent. */
export function giveBack(piece: string | Uint8Array): void {
  if (typeof piece === 'string') return
  const onBack = lent.get(piece)
  if (onBack === undefined) return
  lent.delete(piece)
  onBack()
}

/** A part of bytes that are needed no further: giving it back gives back the whole. */
export function lentPart(whole: Uint8Array, start: number, end: number): Uint8Array {
  const part = whole.subarray(start, end)
  const onBack = lent.get(whole)
  if (onBack === undefined) return part
  lent.delete(whole)
  return lend(part, onBack)
}
