import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '../refusals.ts'
import { errorText } from '../requests/envelope.ts'
import { chooseEncoding, compress, compressedFrom, type Encoding } from './compression.ts'

const jsonType = 'application/json'

/** The answer to one HTTP request; sent once. */
export class Reply {
  readonly requestId: string
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #corsHeaders: readonly string[] = []

  constructor(request: IncomingMessage, response: ServerResponse, requestId: string) {
    this.#request = request
    this.#response = response
    this.requestId = requestId
  }

  /** Nobody waits for it any more. */
  get isGone(): boolean {
    return this.#response.destroyed
  }

  /** Headers, names and values in turn, that let a web page read the answer. */
  allowOrigin(corsHeaders: readonly string[]): void {
    this.#corsHeaders = corsHeaders
  }

  /** Begins something that ends when the answer has been sent, or when nobody waits for it any more. */
  whileUnread(begin: () => () => void): void {
    if (!this.isGone) this.#response.once('close', begin())
  }

  /** Ends the connection with this answer. */
  endConnection(): void {
    this.#response.shouldKeepAlive = false
  }

  /** With the id of `request`, if it has one. A long body that was not read goes with the connection. */
  refuse({ status, error, headers }: Refusal, request: unknown): void {
    if (!this.#request.complete && hasLongBody(this.#request)) this.endConnection()
    this.send(status, errorText(request, error), headers)
  }

  /** Compressed if it is long and the client can read that. */
  answer(text: string, onFailure: (error: unknown) => void): void {
    const encoding =
      text.length > compressedFrom ? chooseEncoding(this.#request.headers['accept-encoding']) : undefined
    if (encoding === undefined) this.send(200, text)
    else this.#sendCompressed(text, encoding, onFailure)
  }

  send(status: number, body: string | Buffer, headers: readonly string[] = [], type = jsonType): void {
    if (this.isGone) return
    this.#response.writeHead(status, [
      'content-type',
      type,
      'content-length',
      String(Buffer.byteLength(body)),
      'x-request-id',
      this.requestId,
      ...this.#corsHeaders,
      ...headers,
    ])
    this.#response.end(body)
  }

  #sendCompressed(text: string, encoding: Encoding, onFailure: (error: unknown) => void): void {
    const headers = ['content-encoding', encoding, 'vary', 'accept-encoding']
    compress(text, encoding).then((bytes) => this.send(200, bytes, headers), onFailure)
  }
}

/** Longer than what is worth reading to keep a connection. */
const longBody = 64 * 1024

const hasLongBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > longBody
