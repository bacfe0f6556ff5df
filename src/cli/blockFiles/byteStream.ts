import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'

const newline = 0x0a

/** Reads a stream of chunks in pieces of any length. It holds at most one piece and one chunk. */
export class ByteStream {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Uint8Array = emptyBytes
  #offset = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Number of bytes taken so far. */
  get offset(): number {
    return this.#offset
  }

  /** The next bytes, which stay in the stream; fewer than `length` only at the end. */
  async peek(length: number): Promise<Uint8Array> {
    const parts = [this.#held]
    let gathered = this.#held.length
    while (gathered < length) {
      const chunk = await this.#next()
      if (chunk === undefined) break
      parts.push(chunk)
      gathered += chunk.length
    }
    if (parts.length > 1) this.#held = concatBytes(...parts)
    return this.#held.subarray(0, length)
  }

  /** The next bytes; fewer than `length` only at the end. */
  async take(length: number): Promise<Uint8Array> {
    const piece = await this.peek(length)
    this.#skip(piece.length)
    return piece
  }

  /** The next line without its newline; undefined after the last, `too-long` above `maximumLength` bytes. */
  async line(maximumLength: number): Promise<Uint8Array | 'too-long' | undefined> {
    const end = this.#held.indexOf(newline)
    if (end >= 0) return this.#takeLine(end)
    const parts = [this.#held]
    let gathered = this.#held.length
    while (gathered <= maximumLength) {
      const chunk = await this.#next()
      if (chunk === undefined) break
      parts.push(chunk)
      const at = chunk.indexOf(newline)
      if (at >= 0) {
        this.#held = concatBytes(...parts)
        return this.#takeLine(gathered + at)
      }
      gathered += chunk.length
    }
    if (gathered > maximumLength) return 'too-long'
    this.#held = concatBytes(...parts)
    return gathered === 0 ? undefined : this.take(gathered)
  }

  /** The remaining bytes, in chunks. */
  async *rest(): AsyncGenerator<Uint8Array> {
    for (let chunk = await this.peek(1); chunk.length > 0; chunk = await this.peek(1)) {
      const held = this.#held
      this.#skip(held.length)
      yield held
    }
  }

  #takeLine(end: number): Uint8Array {
    const line = this.#held.subarray(0, end)
    this.#skip(end + 1)
    return line
  }

  #skip(length: number): void {
    this.#held = this.#held.subarray(length)
    this.#offset += length
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.#chunks.next()
    return done ? undefined : value
  }
}
