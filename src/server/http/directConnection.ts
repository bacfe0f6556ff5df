import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { RequestHead } from '../entrance/requestHead.ts'
import type { AnswerSink } from './answerSink.ts'
import { ChunkedBody } from './chunkedBody.ts'
import { type PlainHead, parsePlainHead } from './plainHead.ts'

export interface DirectConnectionOptions {
  readonly maximumBody: number
  /** Before the first request, and for the rest of one that has begun. */
  readonly headersTimeoutMs: number
  /** Between requests. */
  readonly keepAliveTimeoutMs: number
  /** Without a byte in either direction while a request is being answered. */
  readonly idleTimeoutMs: number
  /** The value of the `Date` header now. */
  readonly date: () => string
  /** Answers a request, at once or later. */
  readonly accept: (head: RequestHead, body: Buffer, sink: AnswerSink) => void
  /** Serves the connection from now on, whose next bytes are given back to it. */
  readonly handOver: (socket: Socket) => void
}

const endOfHead = Buffer.from('\r\n\r\n')
const longestHead = 8 * 1024
/** Longer beginnings of requests are kept where all of them together are bounded. */
const longestPartial = 4 * 1024
/** Shorter answers are put together with their head, longer ones would have to be copied for it. */
const longBody = 16 * 1024

/**
 * A connection whose client asks plainly: it costs half of what a complete implementation of HTTP does. With the
 * first request that is not plain, or that does not come in at most two parts, it is handed over to such a one.
 */
export class DirectConnection implements AnswerSink {
  readonly #socket: Socket
  readonly #options: DirectConnectionOptions
  /** Clients send the same head again and again. */
  #headText = ''
  #head: PlainHead | undefined
  /** What has been received and not been served yet. */
  #held: Buffer | undefined
  #isPartial = false
  #isServing = false
  #isAnswering = false
  #isLast = false

  constructor(socket: Socket, options: DirectConnectionOptions) {
    this.#socket = socket
    this.#options = options
    socket.setTimeout(options.headersTimeoutMs)
    for (const [event, listener] of this.#listeners) socket.on(event, listener)
  }

  /** Something is being received or answered. */
  get isBusy(): boolean {
    return this.#isAnswering || this.#held !== undefined
  }

  get address(): string {
    return this.#socket.remoteAddress ?? ''
  }

  get isGone(): boolean {
    return !this.#socket.writable
  }

  whenGone(callBack: () => void): () => void {
    this.#socket.on('close', callBack)
    return () => this.#socket.off('close', callBack)
  }

  endConnection(): void {
    this.#isLast = true
  }

  abandonBody(): void {
    // It has been read whole.
  }

  send(status: number, headers: readonly string[], body: string | Buffer, onLeft?: () => void): void {
    const length = Buffer.byteLength(body)
    const head = `${this.#headOf(status, headers)}content-length: ${length}\r\n\r\n`
    // Text as long as its bytes has none but ASCII characters, which are quickest to write as Latin-1.
    const encoding = length === body.length ? 'latin1' : 'utf8'
    if (typeof body === 'string' && length <= longBody) this.#socket.write(head + body, encoding, onLeft)
    else {
      this.#socket.cork()
      this.#socket.write(head, 'latin1')
      this.#socket.write(body, encoding, onLeft)
      this.#socket.uncork()
    }
    this.#finish()
  }

  begin(status: number, headers: readonly string[]): Writable {
    this.#socket.write(`${this.#headOf(status, headers)}transfer-encoding: chunked\r\n\r\n`, 'latin1')
    return new ChunkedBody(this.#socket, () => this.#finish())
  }

  /** Ends at once, or with the answer that is being made. */
  drain(): void {
    this.#isLast = true
    if (!this.isBusy) this.#socket.destroySoon()
  }

  terminate(): void {
    this.#socket.destroy()
  }

  readonly #listeners: readonly (readonly [event: string, listener: (argument: Buffer) => void])[] = [
    ['data', (chunk) => this.#receive(chunk)],
    ['end', () => this.#socket.end()],
    ['error', () => this.#socket.destroy()],
    ['timeout', () => this.#endWaiting()],
    ['drain', () => this.#goOn()],
  ]

  #endWaiting(): void {
    if (this.#isPartial && this.#held !== undefined && !this.isGone) this.#handOver(this.#held)
    else this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk])
    this.#held = undefined
    if (this.#isAnswering || this.#socket.writableNeedDrain) this.#wait(bytes)
    else this.#serve(bytes)
  }

  /** Reads no more until the answer has left. */
  #wait(bytes: Buffer): void {
    this.#held = bytes
    this.#socket.pause()
  }

  #serve(bytes: Buffer): void {
    let wasPartial = this.#isPartial
    this.#isPartial = false
    this.#isServing = true
    let at = 0
    while (at < bytes.length && !this.isGone) {
      if (this.#isAnswering || this.#socket.writableNeedDrain) {
        this.#wait(bytes.subarray(at))
        break
      }
      const end = this.#serveNext(bytes, at)
      if (end === 'partial' && !wasPartial && bytes.length - at <= longestPartial) {
        this.#holdPartial(bytes.subarray(at))
        break
      }
      if (typeof end !== 'number') {
        this.#handOver(bytes.subarray(at))
        break
      }
      wasPartial = false
      at = end
    }
    this.#isServing = false
  }

  #holdPartial(bytes: Buffer): void {
    this.#isPartial = true
    this.#held = bytes
    this.#setTimeout(this.#options.headersTimeoutMs)
  }

  /** Serves the request that starts at a position, and tells where it ends. */
  #serveNext(bytes: Buffer, start: number): number | 'partial' | 'other' {
    const headEnd = bytes.indexOf(endOfHead, start)
    if (headEnd < 0 ? bytes.length - start > longestHead : headEnd - start > longestHead) return 'other'
    if (headEnd < 0) return 'partial'
    const head = this.#headFrom(bytes.toString('latin1', start, headEnd))
    if (head === undefined || head.bodyLength > this.#options.maximumBody) return 'other'
    const bodyStart = headEnd + endOfHead.length
    const end = bodyStart + head.bodyLength
    if (end > bytes.length) return 'partial'
    this.#isAnswering = true
    this.#options.accept(head, bytes.subarray(bodyStart, end), this)
    if (this.#isAnswering) this.#setTimeout(this.#options.idleTimeoutMs)
    else this.#setTimeout(this.#options.keepAliveTimeoutMs)
    return end
  }

  #headFrom(text: string): PlainHead | undefined {
    if (text === this.#headText) return this.#head
    this.#headText = text
    this.#head = parsePlainHead(text)
    return this.#head
  }

  #finish(): void {
    this.#isAnswering = false
    if (this.#isLast) this.#socket.destroySoon()
    else if (!this.#isServing) {
      this.#setTimeout(this.#options.keepAliveTimeoutMs)
      this.#goOn()
    }
  }

  #goOn(): void {
    const held = this.#held
    if (this.#isAnswering || this.#isPartial || held === undefined) return
    if (this.isGone || this.#socket.writableNeedDrain) return
    this.#held = undefined
    this.#socket.resume()
    this.#serve(held)
  }

  #setTimeout(timeoutMs: number): void {
    if (this.#socket.timeout !== timeoutMs) this.#socket.setTimeout(timeoutMs)
  }

  #handOver(rest: Buffer): void {
    const socket = this.#socket
    this.#held = undefined
    for (const [event, listener] of this.#listeners) socket.off(event, listener)
    socket.setTimeout(0)
    if (rest.length > 0) socket.unshift(rest)
    this.#options.handOver(socket)
  }

  #headOf(status: number, headers: readonly string[]): string {
    const { date, keepAliveTimeoutMs } = this.#options
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ndate: ${date()}\r\n`
    head += this.#isLast
      ? 'connection: close\r\n'
      : `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(keepAliveTimeoutMs / 1000)}\r\n`
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
    return head
  }
}
