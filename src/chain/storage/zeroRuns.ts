/*
 * Compression of records: zeros are most of a bloom and of the padded words of the ABI. A zero byte is followed by the
 * length of its run, 1 to 255; other bytes stand for themselves.
 */

const longestRun = 255

export function packZeros(bytes: Uint8Array): Uint8Array {
  const packed = new Uint8Array(packedLength(bytes))
  packZerosInto(packed, 0, bytes)
  return packed
}

export function packedLength(bytes: Uint8Array): number {
  let length = 0
  for (let at = 0; at < bytes.length; length++) {
    if (bytes[at] !== 0) at++
    else {
      at += runAt(bytes, at)
      length++
    }
  }
  return length
}

/** Returns the offset after the packed bytes. */
export function packZerosInto(target: Uint8Array, offset: number, bytes: Uint8Array): number {
  let to = offset
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]!
    target[to++] = byte
    if (byte !== 0) at++
    else {
      const run = runAt(bytes, at)
      target[to++] = run
      at += run
    }
  }
  return to
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

function runAt(bytes: Uint8Array, start: number): number {
  const limit = Math.min(bytes.length, start + longestRun)
  let at = start + 1
  while (at < limit && bytes[at] === 0) at++
  return at - start
}
