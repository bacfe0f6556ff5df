import { pipeline, Readable } from 'node:stream'
import type { Refusal } from '../refusals.ts'
import type { AnswerPieces } from '../requests/answerPieces.ts'
import { errorText } from '../requests/envelope.ts'
import type { AnswerSink, RequestHead } from './answerSink.ts'
import { chooseEncoding, compress, compressedFrom, compressor, type Encoding } from './compression.ts'

const jsonType = 'application/json'

/** The answer to one HTTP request. It is sent once: what comes later, as the failure of a log, is nobody's answer. */
export class Reply {
  readonly requestId: string
  readonly #head: RequestHead
  readonly #sink: AnswerSink
  #corsHeaders: readonly string[] = []
  #isSent = false

  constructor(head: RequestHead, sink: AnswerSink, requestId: string) {
    this.#head = head
    this.#sink = sink
    this.requestId = requestId
  }

  /** Of the machine that asks. */
  get address(): string {
    return this.#sink.address
  }

  /** Nobody waits for it any more. */
  get isGone(): boolean {
    return this.#sink.isGone
  }

  /** Calls back when that happens; returns how to call it off. */
  whenGone(callBack: () => void): () => void {
    return this.#sink.whenGone(callBack)
  }

  /** Headers, names and values in turn, that let a web page read the answer. */
  allowOrigin(corsHeaders: readonly string[]): void {
    this.#corsHeaders = corsHeaders
  }

  /** Ends the connection with this answer. */
  endConnection(): void {
    this.#sink.endConnection()
  }

  /** With the id of `request`, if it has one. */
  refuse({ status, error, headers }: Refusal, request: unknown): void {
    this.#sink.abandonBody()
    this.send(status, errorText(request, error), headers)
  }

  /** Compressed if it is long and the client can read that. `onLeft` hears when it has left, or never will. */
  answer(text: string, onFailure: (error: unknown) => void, onLeft?: () => void): void {
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
   * In pieces, as fast as the client takes them. What fails on the way cuts the connection: the status has been
   * sent, and the beginning must not be mistaken for the whole.
   */
  stream(pieces: AnswerPieces, onEnd: (failure: Error | null | undefined) => void): void {
    const encoding = this.#encoding
    const source = Readable.from(pieces)
    const headers = this.#headersWith(encoding === undefined ? [] : encodedAs(encoding))
    this.#isSent = true
    const body = this.#sink.begin(200, headers)
    if (encoding === undefined) pipeline(source, body, onEnd)
    else pipeline(source, compressor(encoding), body, onEnd)
  }

  send(status: number, body: string | Buffer, headers: readonly string[] = [], onLeft?: () => void): void {
    if (this.isGone || this.#isSent) onLeft?.()
    else {
      this.#isSent = true
      this.#sink.send(status, this.#headersWith(headers), body, onLeft)
    }
  }

  get #encoding(): Encoding | undefined {
    return chooseEncoding(this.#head.headers['accept-encoding'])
  }

  #headersWith(headers: readonly string[]): readonly string[] {
    return ['content-type', jsonType, 'x-request-id', this.requestId, ...this.#corsHeaders, ...headers]
  }
}

const encodedAs = (encoding: Encoding) => ['content-encoding', encoding, 'vary', 'accept-encoding'] as const
