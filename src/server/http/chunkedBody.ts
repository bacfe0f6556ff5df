import type { Socket } from 'node:net'
import { Writable } from 'node:stream'

const lastChunk = '0\r\n\r\n'

/**
 * A body in the chunked coding of HTTP/1.1, written as fast as the socket takes it. Destroying it before its end
 * destroys the socket.
 */
export class ChunkedBody extends Writable {
  readonly #socket: Socket
  readonly #onEnd: () => void
  readonly #onClose = () => this.destroy()

  constructor(socket: Socket, onEnd: () => void) {
    super()
    this.#socket = socket
    this.#onEnd = onEnd
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
    this.#socket.write(lastChunk, 'latin1', done)
    this.#onEnd()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.writableFinished) this.#socket.destroy()
    done(error)
  }
}
