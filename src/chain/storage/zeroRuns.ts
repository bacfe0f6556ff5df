/*
 * Compression of records: zeros are most of a bloom and of the padded words of the ABI. A zero byte is followed by the
 * length of its run, 1 to 255; other bytes stand for themselves.
 */

const maximumRunLength = 255

/** Packed bytes take at most this many times their length: a single zero takes two. */
export const maximumGrowth = 2

/** Where most records are packed before they are copied to an array of their length. */
const scratch = new Uint8Array(1 << 14)

export function packZeros(bytes: Uint8Array): Uint8Array {
  const maximumLength = maximumGrowth * bytes.length
  const packed = maximumLength <= scratch.length ? scratch : new Uint8Array(maximumLength)
  return packed.slice(0, writePacked(packed, 0, [bytes]))
}

/** Packs the parts as if they were joined. Returns the offset after them. */
export function writePacked(target: Uint8Array, offset: number, parts: readonly Uint8Array[]): number {
  let at = offset
  let run = 0
  for (const bytes of parts) {
    for (let i = 0; i < bytes.length; ) {
      while (bytes[i] === 0 && run < maximumRunLength) {
        run++
        i++
      }
      if (i === bytes.length) break
      if (run > 0) {
        target[at++] = 0
        target[at++] = run
        run = 0
      }
      const zero = bytes.indexOf(0, i)
      const end = zero < 0 ? bytes.length : zero
      if (end - i === 1) target[at] = bytes[i]!
      else target.set(bytes.subarray(i, end), at)
      at += end - i
      i = end
    }
  }
  if (run > 0) {
    target[at++] = 0
    target[at++] = run
  }
  return at
}

/** Reads packed bytes from `start` to `end`; undefined when they are not the result of packing. */
export function unpackZeros(packed: Uint8Array, start = 0, end = packed.length): Uint8Array | undefined {
  const length = unpackedLength(packed, start, end)
  if (length === undefined) return undefined
  const bytes = new Uint8Array(length)
  let to = 0
  for (let at = start; at < end; at++) {
    const byte = packed[at]!
    if (byte !== 0) bytes[to++] = byte
    else to += packed[++at]!
  }
  return bytes
}

function unpackedLength(packed: Uint8Array, start: number, end: number): number | undefined {
  let length = 0
  for (let at = start; at < end; at++) {
    if (packed[at] !== 0) {
      length++
      continue
    }
    const run = ++at < end ? packed[at]! : 0
    if (run === 0) return undefined
    length += run
  }
  return length
}
