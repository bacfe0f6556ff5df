import { NodeFailure } from './nodeFailure.ts'
import { type ReplyHeaders, type ReplyListener, usedHeaders } from './transport.ts'

const maximumHead = 16 * 1024
/** The size of a chunk in hex, and what may follow it. */
const maximumSizeLine = 64
const endOfHead = Buffer.from('\r\n\r\n')
const endOfLine = Buffer.from('\r\n')
const statusLine = /^HTTP\/1\.1 (\d{3})(?: |\r\n|$)/
const noBytes = Buffer.alloc(0)

type Phase = 'head' | 'length' | 'size' | 'chunk' | 'after-chunk' | 'trailers'

const bad = (problem: string): NodeFailure => new NodeFailure('malformed', problem)
const tooLong = (): NodeFailure => new NodeFailure('too-long', 'the body is too long')

/**
 * Reads the replies of one connection: a head with a status, then a body with a length or in chunks. It is strict, and
 * refuses what nodes do not send: other versions, other encodings, bodies that end with the connection.
 */
export class ReplyParser {
  readonly #listener: ReplyListener
  readonly #maximumBody: number
  readonly #mayFollow: () => boolean
  #phase: Phase = 'head'
  /** Received bytes, and how many of them have been read. */
  #bytes: Buffer = noBytes
  #at = 0
  /** Bytes of the body or of the chunk that have not come yet. */
  #left = 0
  #received = 0

  /** `mayFollow` says whether a further reply may follow the one that has ended. */
  constructor(listener: ReplyListener, maximumBody: number, mayFollow: () => boolean = () => false) {
    this.#listener = listener
    this.#maximumBody = maximumBody
    this.#mayFollow = mayFollow
  }

  /** Throws `NodeFailure`, also for bytes after the end of the reply. */
  feed(bytes: Buffer): void {
    const kept = this.#at === this.#bytes.length ? noBytes : this.#bytes.subarray(this.#at)
    this.#bytes = kept.length === 0 ? bytes : Buffer.concat([kept, bytes])
    this.#at = 0
    while (this.#step());
    if (this.#at === this.#bytes.length) {
      this.#bytes = noBytes
      this.#at = 0
    }
  }

  /** False when more bytes must come first. */
  #step(): boolean {
    if (this.#at === this.#bytes.length) return false
    switch (this.#phase) {
      case 'head':
        return this.#readHead()
      case 'length':
      case 'chunk':
        return this.#readBody()
      case 'size':
        return this.#readSize()
      case 'after-chunk':
        return this.#readEndOfChunk()
      case 'trailers':
        return this.#readTrailers()
    }
  }

  #readHead(): boolean {
    const text = this.#textUntil(endOfHead, maximumHead)
    if (text === undefined) return false
    const status = statusLine.exec(text)?.[1]
    if (status === undefined) throw bad('the reply is not one of HTTP/1.1')
    const firstLine = text.indexOf('\r\n')
    const headers = headersIn(text, firstLine < 0 ? text.length : firstLine + 2)
    if (headers.has('content-encoding')) throw bad('the body is encoded, which was not asked for')
    this.#phase = this.#bodyOf(headers.get('transfer-encoding'), headers.get('content-length'))
    this.#listener.head(Number(status), headers)
    if (this.#phase === 'length' && this.#left === 0) this.#end()
    return true
  }

  #bodyOf(coding: string | undefined, length: string | undefined): Phase {
    if (coding === 'chunked' && length === undefined) return 'size'
    if (coding !== undefined || length === undefined || !/^\d{1,12}$/.test(length)) {
      throw bad('the length of the body is not known')
    }
    this.#left = Number(length)
    if (this.#left > this.#maximumBody) throw tooLong()
    return 'length'
  }

  #readBody(): boolean {
    const end = Math.min(this.#at + this.#left, this.#bytes.length)
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    this.#left -= part.length
    this.#listener.data(part)
    if (this.#left > 0) return false
    if (this.#phase === 'length') this.#end()
    else this.#phase = 'after-chunk'
    return true
  }

  #readSize(): boolean {
    const text = this.#textUntil(endOfLine, maximumSizeLine)
    if (text === undefined) return false
    if (!/^[0-9a-fA-F]{1,8}$/.test(text)) throw bad('the size of a chunk is not a number')
    this.#left = Number.parseInt(text, 16)
    this.#received += this.#left
    if (this.#received > this.#maximumBody) throw tooLong()
    this.#phase = this.#left === 0 ? 'trailers' : 'chunk'
    return true
  }

  #readEndOfChunk(): boolean {
    if (this.#bytes.length - this.#at < endOfLine.length) return false
    if (!this.#isAtEndOfLine) throw bad('a chunk has no end')
    this.#at += endOfLine.length
    this.#phase = 'size'
    return true
  }

  #readTrailers(): boolean {
    if (this.#isAtEndOfLine) {
      this.#at += endOfLine.length
      this.#end()
      return true
    }
    const text = this.#textUntil(endOfHead, maximumHead)
    if (text === undefined) return false
    this.#end(headersIn(text, 0))
    return true
  }

  get #isAtEndOfLine(): boolean {
    return this.#bytes[this.#at] === endOfLine[0] && this.#bytes[this.#at + 1] === endOfLine[1]
  }

  /** The text before a mark, which is read too; undefined until the mark has come. */
  #textUntil(mark: Buffer, maximum: number): string | undefined {
    const found = this.#bytes.indexOf(mark, this.#at)
    if ((found < 0 ? this.#bytes.length : found) - this.#at > maximum)
      throw bad('a part of the reply is too long')
    if (found < 0) return undefined
    const text = this.#bytes.toString('latin1', this.#at, found)
    this.#at = found + mark.length
    return text
  }

  #end(trailers?: ReplyHeaders): void {
    this.#phase = 'head'
    this.#received = 0
    this.#listener.end(trailers)
    if (this.#at < this.#bytes.length && !this.#mayFollow()) throw bad('bytes follow the reply')
  }
}

/** The used headers in a text from a position on. */
function headersIn(text: string, start: number): ReplyHeaders {
  const headers = new Map<string, string>()
  for (let at = start; at < text.length; ) {
    const found = text.indexOf('\r\n', at)
    const end = found < 0 ? text.length : found
    const colon = text.indexOf(':', at)
    if (colon <= at || colon > end) throw bad('a header is malformed')
    const name = text.slice(at, colon).toLowerCase()
    if (usedHeaders.has(name)) {
      // Two readers could choose different ones.
      if (headers.has(name)) throw bad('a header is repeated')
      headers.set(name, text.slice(colon + 1, end).trim())
    }
    at = end + 2
  }
  return headers
}
