/** A byte string, or a list of such values. */
export type RlpValue = Uint8Array | readonly RlpValue[]

/** Values that fit are written here first, because their length is unknown. */
const workspace = new Uint8Array(4096)

/** RLP of a value. */
export function encodeRlp(value: RlpValue): Uint8Array {
  const start = writeBefore(value, workspace, workspace.length)
  if (start >= 0) return workspace.slice(start)
  const target = new Uint8Array(encodedLength(value))
  writeBefore(value, target, target.length)
  return target
}

/**
 * Writes the RLP of a value so that it ends at `end`, and returns its start. A negative start means that it does not
 * fit; the bytes before `end` are then undefined. A prefix contains the length of what follows, so writing from the end
 * takes a single pass.
 */
export function writeBefore(value: RlpValue, target: Uint8Array, end: number): number {
  if (value instanceof Uint8Array) {
    const { length } = value
    // A single byte below 0x80 stands for itself, so the byte 00 is `00` and only the empty string is `80`.
    if (length === 1 && value[0]! < 0x80) {
      target[end - 1] = value[0]!
      return end - 1
    }
    const at = end - length
    if (at < 0) return at
    if (length > 0) target.set(value, at)
    if (length >= 56) return writeLongPrefix(target, at, length, 0xb7)
    target[at - 1] = 0x80 + length
    return at - 1
  }
  let at = end
  for (let i = value.length - 1; i >= 0 && at >= 0; i--) at = writeBefore(value[i]!, target, at)
  const length = end - at
  if (length >= 56) return writeLongPrefix(target, at, length, 0xf7)
  target[at - 1] = 0xc0 + length
  return at - 1
}

/** Writes the prefix of a payload that starts at `at`. */
function writeLongPrefix(target: Uint8Array, at: number, length: number, base: number): number {
  let start = at
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) target[--start] = rest & 0xff
  target[start - 1] = base + at - start
  return start - 1
}

/** RLP list of items that are already encoded. */
export function encodeRlpList(items: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const item of items) length += item.length
  const target = new Uint8Array(prefixLength(length) + length)
  let at = target.length - length
  if (length < 56) target[0] = 0xc0 + length
  else writeLongPrefix(target, at, length, 0xf7)
  for (const item of items) {
    target.set(item, at)
    at += item.length
  }
  return target
}

function encodedLength(value: RlpValue): number {
  if (value instanceof Uint8Array) {
    return value.length === 1 && value[0]! < 0x80 ? 1 : prefixLength(value.length) + value.length
  }
  let length = 0
  for (const item of value) length += encodedLength(item)
  return prefixLength(length) + length
}

function prefixLength(length: number): number {
  return length < 56 ? 1 : length < 0x100 ? 2 : length < 0x10000 ? 3 : length < 0x1000000 ? 4 : 5
}
