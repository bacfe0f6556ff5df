export const gzip = (bytes: Uint8Array): Promise<Uint8Array> =>
  collected(streamOf(bytes).pipeThrough(new CompressionStream('gzip')), Number.POSITIVE_INFINITY)

/** Rejects for a damaged file, and for one that unpacks to more bytes. */
export const gunzip = (bytes: Uint8Array, maximumLength: number): Promise<Uint8Array> =>
  collected(streamOf(bytes).pipeThrough(new DecompressionStream('gzip')), maximumLength)

const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new Blob([bytes.slice()]).stream()

async function collected(stream: ReadableStream<Uint8Array>, maximumLength: number): Promise<Uint8Array> {
  const reader = stream.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length
    if (length > maximumLength) {
      await reader.cancel()
      throw new RangeError(`unpacks to more than ${maximumLength} bytes`)
    }
    pieces.push(next.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
