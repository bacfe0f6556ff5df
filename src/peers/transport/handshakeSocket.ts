import type { Socket } from 'node:net'
import { ByteQueue } from './byteQueue.ts'
import { TransportError } from './transportError.ts'

interface Waiting {
  readonly resolve: (chunk: Uint8Array) => void
  readonly reject: (error: TransportError) => void
}

/**
 * A socket during the handshake. It reads only on demand, so bytes that come early wait in the system's buffers.
 * Pending reads reject when the socket fails.
 */
export class HandshakeSocket {
  readonly socket: Socket
  readonly #early = new ByteQueue()
  #waiting: Waiting | undefined
  #failure: TransportError | undefined

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', this.#onData)
    socket.pause()
    socket.on('error', this.#onError)
    socket.on('end', this.#onEnd)
    socket.on('close', this.#onEnd)
  }

  /** Runs one stage of the handshake, which fails after `ms`. */
  async within<T>(ms: number, stage: string, work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.fail(new TransportError('timeout', `${stage} took longer than ${ms} ms`))
    }, ms)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
    }
  }

  /** Resolves when the socket is connected. */
  connected(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.once('connect', resolve)
      this.#waiting = {
        resolve: () => undefined,
        reject: (error) =>
          reject(error.failure === 'lost' ? new TransportError('unreachable', error.message) : error),
      }
    })
  }

  async read(count: number): Promise<Uint8Array> {
    while (this.#early.length < count) this.#early.push(await this.chunk())
    return this.#early.take(count).slice()
  }

  /** Bytes that were read from the socket and not yet taken. */
  rest(): Uint8Array {
    return this.#early.take(this.#early.length).slice()
  }

  /** The next bytes from the socket. */
  chunk(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      this.#waiting = { resolve, reject }
      this.socket.resume()
    })
  }

  fail(error: TransportError): void {
    this.#failure ??= error
    this.#waiting?.reject(this.#failure)
    this.socket.destroy()
  }

  /** Hands the paused socket over to the caller. Throws when it has failed. */
  release(): Socket {
    if (this.#failure) throw this.#failure
    this.socket.off('data', this.#onData)
    this.socket.off('error', this.#onError)
    this.socket.off('end', this.#onEnd)
    this.socket.off('close', this.#onEnd)
    return this.socket
  }

  readonly #onData = (chunk: Uint8Array): void => {
    this.socket.pause()
    this.#waiting?.resolve(chunk)
    this.#waiting = undefined
  }

  readonly #onError = (error: Error): void => this.fail(new TransportError('lost', error.message))

  readonly #onEnd = (): void => this.fail(new TransportError('lost', 'the other node closed the connection'))
}
