import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'

/** Where the one answer to a request goes. Headers are names and values in turn. */
export interface AnswerSink {
  /** Of the machine that asks. */
  readonly address: string
  /** Nobody waits for the answer any more. */
  readonly isGone: boolean
  /** Calls back when that happens; returns how to call it off. */
  whenGone(callBack: () => void): () => void
  /** The connection ends with the answer. */
  endConnection(): void
  /** What has not been read of the request is not worth reading: if it is long, the connection ends with it. */
  abandonBody(): void
  /** The whole answer. `onLeft` hears when it has left, or never will. */
  send(status: number, headers: readonly string[], body: string | Buffer, onLeft?: () => void): void
  /** Begins an answer of unknown length, which is cut off if the stream is destroyed. */
  begin(status: number, headers: readonly string[]): Writable
}

/** Longer than what is worth reading to keep a connection. */
const longBody = 64 * 1024

/** The sink of Node's own server. */
export class ResponseSink implements AnswerSink {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request
    this.#response = response
  }

  get address(): string {
    return this.#request.socket.remoteAddress ?? ''
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
    if (!complete && length > longBody) this.endConnection()
  }

  send(status: number, headers: readonly string[], body: string | Buffer, onLeft?: () => void): void {
    if (onLeft !== undefined) this.#response.once('close', onLeft)
    this.#response.writeHead(status, [...headers, 'content-length', String(Buffer.byteLength(body))])
    this.#response.end(body)
  }

  begin(status: number, headers: readonly string[]): Writable {
    return this.#response.writeHead(status, [...headers])
  }
}
