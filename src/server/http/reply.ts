import { pipeline, Readable } from 'node:stream'
import type { AnswerPieces } from '../../rpc/envelope/answerPieces.ts'
import { refusalText } from '../../rpc/envelope/responses.ts'
import type { Piece } from '../../rpc/json/piece.ts'
import type { RequestHead } from '../entrance/requestHead.ts'
import { forwardedAddress, type TrustedProxies } from '../limits/forwardedAddress.ts'
import type { AccessEntry } from '../log/accessEntry.ts'
import type { Refusal } from '../refusals/refusals.ts'
import type { AnswerSink } from './answerSink.ts'
import { ChunkedBody } from './chunkedBody.ts'
import { chooseEncoding, compress, compressedFrom, compressor, type Encoding } from './compression.ts'
import { type OwnTurns, ownPieces, sendPieces } from './sendPieces.ts'

const jsonType = 'application/json'
/** The status in the access log of a request whose client disconnected before its answer, as nginx names it. */
const clientGone = 499

/** The answer to one HTTP request. Only the first one is sent; a failure after it, such as that of a log, is not. */
export class Reply {
  readonly requestId: string
  /** The line of the request; undefined when requests are not logged. */
  entry: AccessEntry | undefined
  readonly #head: RequestHead
  readonly #sink: AnswerSink
  readonly #proxies: TrustedProxies
  #address: string | undefined
  #ownHeaders: readonly string[] = []
  #isSent = false

  constructor(head: RequestHead, sink: AnswerSink, requestId: string, proxies: TrustedProxies = []) {
    this.#proxies = proxies
    this.#head = head
    this.#sink = sink
    this.requestId = requestId
  }

  /** The network address of the client's machine. */
  get address(): string {
    if (this.#proxies.length === 0) return this.#sink.address
    const header = this.#head.headers['x-forwarded-for']
    this.#address ??= forwardedAddress(header, this.#sink.address, this.#proxies)
    return this.#address
  }

  /** Whether an answer may be streamed. */
  get canStream(): boolean {
    return this.#sink.canStream
  }

  /** The client has disconnected. */
  get isGone(): boolean {
    return this.#sink.isGone
  }

  /** Calls back when the client disconnects; returns the function that cancels this. */
  whenGone(callBack: () => void): () => void {
    return this.#sink.whenGone(callBack)
  }

  /** Sets the headers, names and values in turn, that let a web page read the answer. */
  allowOrigin(corsHeaders: readonly string[]): void {
    this.#ownHeaders = corsHeaders
  }

  /** Adds headers, names and values in turn. */
  addHeaders(headers: readonly string[]): void {
    this.#ownHeaders = [...this.#ownHeaders, ...headers]
  }

  /** Ends the connection with this answer. */
  endConnection(): void {
    this.#sink.endConnection()
  }

  /** Answers with the id of `request` if it has one. */
  refuse({ status, error, headers }: Refusal, request: unknown): void {
    this.#sink.abandonBody()
    this.send(status, refusalText(request, error), headers)
  }

  /** Compresses a long answer if the client accepts that. `onLeft` is called when it has left or never will. */
  answer(text: Piece, onFailure: (error: unknown) => void, onLeft?: () => void): void {
    const encoding = text.length > compressedFrom ? this.#encoding : undefined
    if (encoding === undefined) this.send(200, text, [], onLeft)
    else {
      const send = (bytes: Buffer): void => this.send(200, bytes, encodedAs(encoding), onLeft)
      const compressed = compress(text, encoding)
      if (compressed instanceof Promise) compressed.then(send, onFailure)
      else send(compressed)
    }
  }

  /**
   * Sends pieces as fast as the client takes them. A failure on the way cuts the connection: the status has been sent,
   * and the client must not mistake the beginning for the whole.
   */
  stream(
    pieces: AnswerPieces,
    own: OwnTurns,
    onEnd: (failure: Error | null | undefined) => void,
    trailers?: () => readonly string[],
  ): void {
    const encoding = this.#encoding
    const headers = this.#headersWith(encoding === undefined ? [] : encodedAs(encoding))
    this.#isSent = true
    const body = this.#sink.begin(200, headers, trailers)
    const end = (failure: Error | null | undefined): void => {
      onEnd(failure)
      this.entry?.ended({ status: failure ? clientGone : 200 })
    }
    if (encoding !== undefined) pipeline(Readable.from(ownPieces(pieces)), compressor(encoding), body, end)
    else if (body instanceof ChunkedBody) sendPieces(pieces, body, own).then(() => end(undefined), end)
    else pipeline(Readable.from(ownPieces(pieces)), body, end)
  }

  send(status: number, body: Piece, headers: readonly string[] = [], onLeft?: () => void): void {
    if (this.isGone || this.#isSent) {
      this.entry?.ended({ status: clientGone, bytes: 0 })
      onLeft?.()
    } else {
      this.#isSent = true
      this.#sink.send(status, this.#headersWith(headers), body, onLeft)
      this.entry?.ended({ status, bytes: Buffer.byteLength(body) })
    }
  }

  /** A file for browsers, which is not JSON; the headers say what it is. */
  sendFile(status: number, headers: readonly string[], body: Buffer): void {
    if (this.isGone || this.#isSent) return
    this.#isSent = true
    this.#sink.send(status, ['x-request-id', this.requestId, ...headers], body)
  }

  get #encoding(): Encoding | undefined {
    return chooseEncoding(this.#head.headers['accept-encoding'])
  }

  #headersWith(headers: readonly string[]): readonly string[] {
    const own = this.#ownHeaders
    // Nearly every answer has no others, and copying lists costs as much as the rest of the head.
    return own.length === 0 && headers.length === 0
      ? ['content-type', jsonType, 'x-request-id', this.requestId]
      : ['content-type', jsonType, 'x-request-id', this.requestId, ...own, ...headers]
  }
}

const encodedAs = (encoding: Encoding) => ['content-encoding', encoding, 'vary', 'accept-encoding'] as const
