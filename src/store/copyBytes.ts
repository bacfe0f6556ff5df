/**
 * V8 keeps typed arrays above 64 bytes outside its heap, which makes a fresh one cost about a microsecond:
 * as much as looking the value up. Small copies therefore share slabs. A slab is short so that a single copy
 * kept for long holds little more than itself.
 */
const slabLength = 2048
const longestShared = 256

let slab = new Uint8Array(slabLength)
let used = 0

/** A copy as a plain `Uint8Array`, also of a Node buffer. */
export function copyBytes(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  if (length > longestShared) return new Uint8Array(bytes)
  if (used + length > slabLength) {
    slab = new Uint8Array(slabLength)
    used = 0
  }
  const start = used
  used += length
  slab.set(bytes, start)
  return new Uint8Array(slab.buffer, start, length)
}
