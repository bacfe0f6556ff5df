import { NodeFailure } from './nodeFailure.ts'
import { type ReplyHeaders, type ReplyListener, usedHeaders } from './transport.ts'

const maximumHead = 16 * 1024
/** The size of a chunk in hex, and what may follow it. */
const maximumSizeLine = 256
const endOfHead = Buffer.from('\r\n\r\n')
const endOfLine = Buffer.from('\r\n')
const statusLine = /^HTTP\/1\.([01]) (\d{3})(?: |\r\n|$)/
/** Statuses of replies without a body, whatever their headers say. */
const bodiless: ReadonlySet<number> = new Set([204, 304])
const noBytes = Buffer.alloc(0)

/** Waits for more bytes at each `yield`. */
type Reading<Value> = Generator<void, Value, void>

const bad = (problem: string): NodeFailure => new NodeFailure('malformed', problem)

/**
 * Reads the replies of one connection: a head with a status, then a body with a length or in chunks. It is strict, and
 * refuses what nodes do not send: other versions, interim replies, repeated headers, bodies that end with the connection. Servers of
 * others may send all of that, but no encoded body, because requests do not accept one.
 */
export class ReplyParser {
  readonly #listener: ReplyListener
  readonly #maximumBody: number
  readonly #mayFollow: () => boolean
  readonly #isOfOthers: boolean
  readonly #reading = this.#replies()
  /** Received bytes, and how many of them have been read. */
  #bytes: Buffer = noBytes
  #at = 0
  #endsWithConnection = false

  /** `mayFollow` says whether a further reply may follow the one that has ended. */
  constructor(
    listener: ReplyListener,
    maximumBody: number,
    mayFollow: () => boolean = () => false,
    isOfOthers = false,
  ) {
    this.#listener = listener
    this.#maximumBody = maximumBody
    this.#mayFollow = mayFollow
    this.#isOfOthers = isOfOthers
  }

  /** Throws `NodeFailure`, also for bytes after the end of the reply. */
  feed(bytes: Buffer): void {
    const isRead = this.#at === this.#bytes.length
    this.#bytes = isRead ? bytes : Buffer.concat([this.#bytes.subarray(this.#at), bytes])
    this.#at = 0
    this.#reading.next()
    if (this.#at < this.#bytes.length) return
    this.#bytes = noBytes
    this.#at = 0
  }

  /** The connection has ended, and with it the body of a reply that says no length. */
  finish(): void {
    if (!this.#endsWithConnection) return
    this.#endsWithConnection = false
    this.#listener.end()
  }

  *#replies(): Reading<never> {
    for (;;) {
      const text = this.#found(endOfHead, maximumHead) ?? (yield* this.#textUntil(endOfHead, maximumHead))
      const [, version, digits] = statusLine.exec(text) ?? []
      if (digits === undefined || (version === '0' && !this.#isOfOthers))
        throw bad('the reply is not one of HTTP/1.1')
      const status = Number(digits)
      if (status < 200 && this.#isOfOthers) continue
      const firstLine = text.indexOf('\r\n')
      const headers = headersIn(text, firstLine < 0 ? text.length : firstLine + 2, this.#isOfOthers)
      const length = this.#isOfOthers && bodiless.has(status) ? 0 : lengthOf(headers, this.#isOfOthers)
      this.#endsWithConnection = length === Number.POSITIVE_INFINITY
      if (this.#endsWithConnection || (version === '0' && !headers.has('connection')))
        headers.set('connection', 'close')
      if (!this.#endsWithConnection) this.#requireLength(length ?? 0)
      this.#listener.head(status, headers)
      if (length !== undefined) yield* this.#body(length)
      this.#listener.end(length === undefined ? yield* this.#chunks() : undefined)
      if (this.#at < this.#bytes.length && !this.#mayFollow()) throw bad('bytes follow the reply')
    }
  }

  *#body(length: number): Reading<void> {
    for (let received = 0; received < length; ) {
      const part = this.#bytes.subarray(this.#at, this.#at + length - received)
      this.#at += part.length
      received += part.length
      this.#requireLength(received)
      if (part.length > 0) this.#listener.data(part)
      if (received < length) yield
    }
  }

  /** A body in chunks; returns the headers after it. */
  *#chunks(): Reading<ReplyHeaders> {
    for (let received = 0; ; ) {
      const size = yield* this.#textUntil(endOfLine, maximumSizeLine)
      if (!/^[0-9a-fA-F]{1,8}[ \t]*(?:;.*)?$/.test(size)) throw bad('the size of a chunk is not a number')
      const length = Number.parseInt(size, 16)
      if (length === 0) return yield* this.#trailers()
      received += length
      this.#requireLength(received)
      yield* this.#body(length)
      if ((yield* this.#textUntil(endOfLine, 0)) !== '') throw bad('a chunk has no end')
    }
  }

  *#trailers(): Reading<ReplyHeaders> {
    for (let text = ''; ; ) {
      const line = yield* this.#textUntil(endOfLine, maximumHead - text.length)
      if (line === '') return headersIn(text, 0, this.#isOfOthers)
      text += `${line}\r\n`
    }
  }

  /** The text before a mark, which is read too. */
  *#textUntil(mark: Buffer, maximum: number): Reading<string> {
    for (;;) {
      const text = this.#found(mark, maximum)
      if (text !== undefined) return text
      yield
    }
  }

  /** Undefined until the mark has come. */
  #found(mark: Buffer, maximum: number): string | undefined {
    const found = this.#bytes.indexOf(mark, this.#at)
    const length = (found < 0 ? this.#bytes.length - mark.length + 1 : found) - this.#at
    if (length > maximum) throw bad('a part of the reply is too long')
    if (found < 0) return undefined
    const text = this.#bytes.toString('latin1', this.#at, found)
    this.#at = found + mark.length
    return text
  }

  #requireLength(length: number): void {
    if (length > this.#maximumBody) throw new NodeFailure('too-long', 'the body is too long')
  }
}

/** The length of the body; undefined for one in chunks, and infinite for one that ends with the connection. */
function lengthOf(headers: ReplyHeaders, isOfOthers: boolean): number | undefined {
  if (headers.has('content-encoding')) throw bad('the body is encoded, which was not asked for')
  const coding = headers.get('transfer-encoding')?.toLowerCase()
  const length = headers.get('content-length')
  if (coding === 'chunked' && length === undefined) return undefined
  if (isOfOthers && coding === undefined && length === undefined) return Number.POSITIVE_INFINITY
  if (coding !== undefined || length === undefined || !/^\d{1,12}$/.test(length))
    throw bad('the length of the body is not known')
  return Number(length)
}

/** The used headers in a text from a position on. */
function headersIn(text: string, start: number, mayRepeat: boolean): Map<string, string> {
  const headers = new Map<string, string>()
  for (let at = start; at < text.length; ) {
    const found = text.indexOf('\r\n', at)
    const end = found < 0 ? text.length : found
    const colon = text.indexOf(':', at)
    if (colon <= at || colon > end) throw bad('a header is malformed')
    const name = text.slice(at, colon).toLowerCase()
    if (usedHeaders.has(name)) {
      const before = headers.get(name)
      // Two readers could choose different ones.
      if (before !== undefined && !mayRepeat) throw bad('a header is repeated')
      const value = text.slice(colon + 1, end).trim()
      headers.set(name, before === undefined ? value : `${before}, ${value}`)
    }
    at = end + 2
  }
  return headers
}
