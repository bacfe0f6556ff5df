import { pipeline, Readable } from 'node:stream'
import type { Holding } from '../../primitives/bounds/holdings.ts'
import type { Pieces } from '../../primitives/work/pieces.ts'
import type { RequestTrace } from '../../remote/requestTrace.ts'
import { refusalText } from '../../rpc/envelope/responses.ts'
import { internalError } from '../../rpc/errors/errors.ts'
import type { Piece } from '../../rpc/json/piece.ts'
import type { Encoding } from '../entrance/requestHead.ts'
import type { AccessEntry } from '../log/accessLog.ts'
import { type Logger, reasonOf, withoutKeySecrets } from '../log/logger.ts'
import type { Refusal } from '../refusals/refusals.ts'
import type { EnteredHead } from '../requests/admission.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import type { RequestSpan } from '../spans/sampledSpans.ts'
import type { AnswerSink } from './answerSink.ts'
import { ChunkedBody } from './chunkedBody.ts'
import { compress, compressor } from './compression.ts'
import { type OwnTurns, ownPieces, sendPieces } from './sendPieces.ts'

const jsonType = 'application/json'
const noHeaders: readonly string[] = []
/** The status in the access log of a request whose client disconnected before its answer, as nginx names it. */
const clientGone = 499

export interface ReplyParts
  extends Pick<
    FrontParts,
    'requestIds' | 'accessLog' | 'spans' | 'metrics' | 'logger' | 'holdings' | 'pieceTurns'
  > {
  /** Undefined when single requests are not logged. */
  readonly debugLogger: Logger | undefined
  /** Whether connections end with their answers, because the server is going to end. */
  readonly life: { readonly isEnding: boolean }
}

/** What a reply needs to know of its request. */
export type RepliedHead = Pick<EnteredHead, 'address' | 'encoding' | 'trace'>

/** How a streamed answer ends. */
export interface Streaming {
  readonly onEnd: (failure: Error | null | undefined) => void
  /** Called with the number of bytes that are compressed. */
  readonly compressed: (length: number) => void
  /** Headers after the body. */
  readonly trailers: (() => readonly string[]) | undefined
}

/** The answer to one HTTP request. Only the first one is sent; a failure after it, such as that of a log, is not. */
export class Reply {
  readonly requestId: string
  protected trace: RequestTrace | undefined
  /** The measured part of a sampled request. */
  protected span: RequestSpan | undefined
  /** The network address of the client's machine. */
  readonly address: string
  /** The line of the request; undefined when requests are not logged. */
  readonly entry: AccessEntry | undefined
  readonly sink: AnswerSink
  /** The compression of long answers that the client accepts. */
  protected readonly encoding: Encoding | undefined
  readonly #owner: string
  readonly #parts: ReplyParts
  #headers: readonly string[]
  #isSent = false

  /** Unread bytes count for `owner`: the key if it is known. */
  constructor({ address, encoding, trace }: RepliedHead, owner: string, sink: AnswerSink, parts: ReplyParts) {
    const { requestIds, accessLog } = parts
    this.sink = sink
    this.#parts = parts
    this.trace = trace
    this.requestId = requestIds.next(trace)
    this.address = address
    this.#owner = owner
    this.encoding = encoding
    this.#headers = ['content-type', jsonType, 'x-request-id', this.requestId]
    this.entry = accessLog?.begin({
      requestId: this.requestId,
      traceparent: trace?.traceparent,
      address,
      transport: 'http',
    })
  }

  /** The request is for a network: it is measured if it is sampled. */
  entered(network: string, isOfGateway: boolean): void {
    const span = this.#parts.spans?.(this.trace?.traceparent, isOfGateway)
    if (span === undefined) return
    span.set('cambium.network', network)
    // A client can put a key where a request id belongs.
    span.set('cambium.request_id', withoutKeySecrets(this.requestId))
    this.span = span
    this.trace = { requestId: this.trace?.requestId, traceparent: span.traceparent, span }
  }

  /** The type of an answer that is not JSON. */
  setContentType(type: string): void {
    this.#headers = ['content-type', type, ...this.#headers.slice(2)]
  }

  /** Adds headers, names and values in turn. */
  addHeaders(headers: readonly string[]): void {
    if (headers.length > 0) this.#headers = [...this.#headers, ...headers]
  }

  /** Answers with the id of `request` if it has one. */
  refuse({ status, error, headers }: Refusal, request?: unknown): void {
    const { metrics, debugLogger } = this.#parts
    metrics?.refused(status)
    // A client without a key has no reason to keep its connection.
    if (status === 401) this.sink.endConnection()
    this.entry?.refused(error.code)
    this.sink.abandonBody()
    this.send(status, refusalText(request, error), headers)
    debugLogger?.log('debug', 'refused', { requestId: this.requestId, status, reason: error.message })
  }

  /** Answers a request that failed unforeseen. */
  fail(error: unknown, network?: string): void {
    const { requestId } = this
    this.#parts.logger.log('error', 'failed', { requestId, network, reason: reasonOf(error) })
    this.send(200, refusalText(null, internalError()))
  }

  /** Counts bytes of the answer until the client has read them; undefined when it must not have more. */
  take(length: number): Holding | undefined {
    return this.#parts.holdings.unread.take(this.#owner, length, () => this.sink.destroy())
  }

  protected sendCompressed(text: Piece, encoding: Encoding, holding: Holding | undefined): void {
    const send = (bytes: Buffer): void => this.send(200, bytes, encodedAs(encoding), holding)
    const compressed = compress(text, encoding)
    if (compressed instanceof Promise) compressed.then(send, (error: unknown) => this.fail(error))
    else send(compressed)
  }

  /**
   * Sends pieces as fast as the client takes them. A failure on the way cuts the connection: the status has been sent,
   * and the client must not mistake the beginning for the whole.
   */
  stream(pieces: Pieces<Piece>, { onEnd, compressed, trailers }: Streaming): void {
    const { encoding } = this
    const headers = encoding === undefined ? this.#headers : [...this.#headers, ...encodedAs(encoding)]
    this.#isSent = true
    if (this.#parts.life.isEnding) this.sink.endConnection()
    const body = this.sink.begin(200, headers, trailers)
    const end = (failure: Error | null | undefined): void => {
      onEnd(failure)
      this.#ended(failure ? clientGone : 200, undefined)
    }
    if (encoding !== undefined) {
      pipeline(Readable.from(ownPieces(pieces, compressed)), compressor(encoding), body, end)
    } else if (body instanceof ChunkedBody)
      sendPieces(pieces, body, this.#ownTurns).then(() => end(undefined), end)
    else pipeline(Readable.from(ownPieces(pieces)), body, end)
  }

  /** Every byte that the socket does not take at once is counted, of refusals too. */
  send(status: number, body: Piece, headers = noHeaders, holding?: Holding): void {
    const { holdings, life } = this.#parts
    if (this.sink.isGone || this.#isSent) {
      if (holding !== undefined) holdings.unread.release(holding)
      this.#ended(clientGone, 0)
      return
    }
    this.#isSent = true
    if (life.isEnding) this.sink.endConnection()
    let held = holding
    const all = headers.length === 0 ? this.#headers : [...this.#headers, ...headers]
    const unsentBytes = this.sink.send(status, all, body, () => {
      if (held !== undefined) holdings.unread.release(held)
    })
    if (held === undefined && unsentBytes > 0) {
      held = this.take(unsentBytes)
      if (held === undefined) this.sink.destroy()
    }
    if (held !== undefined) held.readSinceMs = performance.now()
    if (this.entry !== undefined || this.span !== undefined) this.#ended(status, Buffer.byteLength(body))
  }

  /** `bytes` is undefined for a body that was sent in pieces. */
  #ended(status: number, bytes: number | undefined): void {
    this.entry?.ended({ status, bytes })
    if (this.span === undefined) return
    this.span.set('http.response.status_code', status)
    this.span.end(status === 200 ? undefined : `status ${status}`)
  }

  /** A file for browsers, which is not JSON; the headers say what it is. */
  sendFile(status: number, headers: readonly string[], body: Buffer): void {
    this.#headers = ['x-request-id', this.requestId, ...headers]
    this.send(status, body)
  }

  get #ownTurns(): OwnTurns {
    const { pieceTurns, holdings } = this.#parts
    return {
      turns: pieceTurns,
      client: this.#owner,
      hold: (length) => {
        const holding = this.take(length)
        if (holding === undefined) return undefined
        holding.readSinceMs = performance.now()
        return () => holdings.unread.release(holding)
      },
    }
  }
}

const encodedAs = (encoding: Encoding) => ['content-encoding', encoding, 'vary', 'accept-encoding'] as const
