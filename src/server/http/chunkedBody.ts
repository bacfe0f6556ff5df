import type { Socket } from 'node:net'
import { Writable } from 'node:stream'

const lastChunk = '0\r\n'

/**
 * A body in the chunked coding of HTTP/1.1, written as fast as the socket takes it. Destroying it before its end
 * destroys the socket.
 */
export class ChunkedBody extends Writable {
  readonly #socket: Socket
  readonly #onEnd: () => void
  readonly #trailers: () => readonly string[]
  readonly #onClose = () => this.destroy()

  /** `trailers` are names and values in turn, which follow the body. */
  constructor(socket: Socket, onEnd: () => void, trailers: () => readonly string[] = () => []) {
    super()
    this.#socket = socket
    this.#onEnd = onEnd
    this.#trailers = trailers
    socket.once('close', this.#onClose)
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    // An empty chunk would end the body.
    if (chunk.length === 0) done()
    else this.#writeChunk(chunk, done)
  }

  #writeChunk(chunk: Buffer, done: (error?: Error | null) => void): void {
    this.#socket.cork()
    this.#socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1')
    this.#socket.write(chunk)
    this.#socket.write('\r\n', 'latin1', done)
    this.#socket.uncork()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.off('close', this.#onClose)
    const trailers = this.#trailers()
    let end = lastChunk
    for (let at = 0; at < trailers.length; at += 2) end += `${trailers[at]}: ${trailers[at + 1]}\r\n`
    this.#socket.write(`${end}\r\n`, 'latin1', done)
    this.#onEnd()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.writableFinished) this.#socket.destroy()
    done(error)
  }
}
