/**
 * Bytes. V8 keeps typed arrays above 64 bytes outside its heap, and allocating one takes about a microsecond: as long
 * as looking the value up. Small copies therefore share slabs. Slabs are short, so that a copy that is kept for long
 * retains little more than its own memory.
 */
const slabLength = 2048
/** Longer copies get memory of their own. */
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
