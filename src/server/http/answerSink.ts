import type { IncomingMessage, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import type { Piece } from '../../rpc/json/piece.ts'
import { clientAddress } from '../limits/clientAddress.ts'
import { endSocket } from './bareSockets.ts'

/** Sends the one answer to a request. Headers are names and values in turn. */
export interface AnswerSink {
  /** The name of the client's machine, by which limits count. */
  readonly address: string
  /** The client has disconnected. */
  readonly isGone: boolean
  /** Calls back when the client disconnects; returns the function that cancels this. */
  whenGone(callBack: () => void): () => void
  /** Ends the connection with the answer. */
  endConnection(): void
  /** Stops receiving the body; if the rest is long, the connection ends with the answer. */
  abandonBody(): void
  /**
   * Sends the whole answer; returns the bytes that the socket has not taken. `onLeft` is called later, when it has left or never
   * will.
   */
  send(status: number, headers: readonly string[], body: Piece, onLeft: () => void): number
  /** Ends the connection now. */
  destroy(): void
  /**
   * Whether the client can tell the beginning of a streamed answer from the whole: a body of HTTP/1.0 ends with its
   * connection, however that ends.
   */
  readonly canStream: boolean
  /**
   * Starts an answer of unknown length. Destroying the stream cuts the connection. `trailers` are headers that follow the
   * body, whose values are known at its end only.
   */
  begin(status: number, headers: readonly string[], trailers?: () => readonly string[]): Writable
}

/** Up to 64 KiB of a body are received to keep the connection; more end it. */
const longBody = 64 * 1024
/** A client that still sends its body must read the answer within this time: the connection is then reset. */
const lingerMs = 1_000

/** The sink of a request to Node's own server. */
export class ResponseSink implements AnswerSink {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #isAbandoned = false

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request
    this.#response = response
  }

  get address(): string {
    return clientAddress(this.#request.socket.remoteAddress)
  }

  get canStream(): boolean {
    return this.#request.httpVersionMajor > 1 || this.#request.httpVersionMinor > 0
  }

  get isGone(): boolean {
    return this.#response.destroyed
  }

  whenGone(callBack: () => void): () => void {
    this.#response.on('close', callBack)
    return () => this.#response.off('close', callBack)
  }

  endConnection(): void {
    this.#response.shouldKeepAlive = false
  }

  abandonBody(): void {
    const { complete, headers } = this.#request
    const length = headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0)
    this.#isAbandoned = !complete && length > longBody
  }

  destroy(): void {
    this.#request.socket.destroy()
  }

  send(status: number, headers: readonly string[], body: Piece, onLeft: () => void): number {
    this.#response.once('close', onLeft)
    if (this.#isAbandoned) {
      const { socket } = this.#request
      socket.pause()
      endSocket(socket, status, headers, body)
      setTimeout(() => socket.destroy(), lingerMs).unref()
    } else {
      this.#response.writeHead(status, [...headers, 'content-length', String(Buffer.byteLength(body))])
      this.#response.end(body)
    }
    return this.#response.writableLength
  }

  begin(status: number, headers: readonly string[], trailers?: () => readonly string[]): Writable {
    const response = this.#response.writeHead(status, [...headers])
    return trailers === undefined ? response : bodyWithTrailers(response, trailers)
  }
}

const bodyWithTrailers = (response: ServerResponse, trailers: () => readonly string[]): Writable =>
  new Writable({
    write: (chunk, encoding, done) => void response.write(chunk, encoding, done),
    final(done) {
      response.addTrailers(pairsOf(trailers()))
      response.end(done)
    },
    destroy(error, done) {
      if (!response.writableEnded) response.destroy()
      done(error)
    },
  })

const pairsOf = (headers: readonly string[]): [string, string][] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []))
