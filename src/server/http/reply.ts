import { pipeline, Readable } from 'node:stream'
import type { AnswerPieces } from '../../rpc/envelope/answerPieces.ts'
import { refusalText } from '../../rpc/envelope/responses.ts'
import { internalError } from '../../rpc/errors/errors.ts'
import type { Piece } from '../../rpc/json/piece.ts'
import type { RequestHead } from '../entrance/requestHead.ts'
import { forwardedAddress } from '../limits/clientAddress.ts'
import type { AccessEntry } from '../log/accessLog.ts'
import { reasonOf } from '../log/logger.ts'
import type { Refusal } from '../refusals/refusals.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import type { AnswerSink } from './answerSink.ts'
import { ChunkedBody } from './chunkedBody.ts'
import { chooseEncoding, compress, compressedFrom, compressor, type Encoding } from './compression.ts'
import { type OwnTurns, ownPieces, sendPieces } from './sendPieces.ts'

const jsonType = 'application/json'
/** The status in the access log of a request whose client disconnected before its answer, as nginx names it. */
const clientGone = 499

export interface ReplyParts
  extends Pick<FrontParts, 'requestIds' | 'proxies' | 'accessLog' | 'metrics' | 'logger'> {
  /** Whether connections end with their answers, because the server is going to end. */
  readonly isEnding: () => boolean
}

/** The answer to one HTTP request. Only the first one is sent; a failure after it, such as that of a log, is not. */
export class Reply {
  readonly requestId: string
  /** The network address of the client's machine. */
  readonly address: string
  /** The line of the request; undefined when requests are not logged. */
  readonly entry: AccessEntry | undefined
  readonly sink: AnswerSink
  readonly #head: RequestHead
  readonly #parts: ReplyParts
  #ownHeaders: readonly string[] = []
  #isSent = false

  constructor(head: RequestHead, sink: AnswerSink, parts: ReplyParts) {
    const { requestIds, proxies, accessLog } = parts
    const { 'x-request-id': givenId, 'x-forwarded-for': forwarded } = head.headers
    this.#head = head
    this.sink = sink
    this.#parts = parts
    this.requestId = requestIds.next(givenId)
    this.address = proxies.length === 0 ? sink.address : forwardedAddress(forwarded, sink.address, proxies)
    this.entry = accessLog?.begin({ requestId: this.requestId, address: this.address, transport: 'http' })
  }

  /** Adds headers, names and values in turn. */
  addHeaders(headers: readonly string[]): void {
    this.#ownHeaders = this.#ownHeaders.length === 0 ? headers : [...this.#ownHeaders, ...headers]
  }

  /** Answers with the id of `request` if it has one. */
  refuse({ status, error, headers }: Refusal, request?: unknown): void {
    const { metrics, logger } = this.#parts
    metrics.refused(status)
    // A client without a key has no reason to keep its connection.
    if (status === 401) this.sink.endConnection()
    this.entry?.refused(error.code)
    this.sink.abandonBody()
    this.send(status, refusalText(request, error), headers)
    if (!logger.isEnabled('debug')) return
    logger.log('debug', 'refused', { requestId: this.requestId, status, reason: error.message })
  }

  /** Answers a request that failed unforeseen. */
  fail(error: unknown): void {
    this.#parts.logger.log('error', 'failed', { requestId: this.requestId, reason: reasonOf(error) })
    this.send(200, refusalText(null, internalError()))
  }

  /** Compresses a long answer if the client accepts that. `onLeft` is called when it has left or never will. */
  answer(text: Piece, onLeft?: () => void): void {
    const encoding = text.length > compressedFrom ? this.#encoding : undefined
    if (encoding === undefined) {
      this.send(200, text, [], onLeft)
      return
    }
    const send = (bytes: Buffer): void => this.send(200, bytes, encodedAs(encoding), onLeft)
    const compressed = compress(text, encoding)
    if (compressed instanceof Promise) compressed.then(send, (error: unknown) => this.fail(error))
    else send(compressed)
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
    this.#begin()
    const body = this.sink.begin(200, headers, trailers)
    const end = (failure: Error | null | undefined): void => {
      onEnd(failure)
      this.entry?.ended({ status: failure ? clientGone : 200 })
    }
    if (encoding !== undefined) pipeline(Readable.from(ownPieces(pieces)), compressor(encoding), body, end)
    else if (body instanceof ChunkedBody) sendPieces(pieces, body, own).then(() => end(undefined), end)
    else pipeline(Readable.from(ownPieces(pieces)), body, end)
  }

  send(status: number, body: Piece, headers: readonly string[] = [], onLeft?: () => void): void {
    if (this.sink.isGone || this.#isSent) {
      this.entry?.ended({ status: clientGone, bytes: 0 })
      onLeft?.()
    } else {
      this.#begin()
      this.sink.send(status, this.#headersWith(headers), body, onLeft)
      this.entry?.ended({ status, bytes: Buffer.byteLength(body) })
    }
  }

  /** A file for browsers, which is not JSON; the headers say what it is. */
  sendFile(status: number, headers: readonly string[], body: Buffer): void {
    if (this.sink.isGone || this.#isSent) return
    this.#begin()
    this.sink.send(status, ['x-request-id', this.requestId, ...headers], body)
  }

  #begin(): void {
    this.#isSent = true
    if (this.#parts.isEnding()) this.sink.endConnection()
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
