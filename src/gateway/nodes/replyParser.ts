import { headHeader, workHeader } from '../../server/settings/fleetHeaders.ts'

/** A reply that is not one of HTTP/1.1 as nodes send it, or is longer than it may be. */
export class BadReply extends Error {
  override readonly name = 'BadReply'
}

/** The parts of a reply's head that a gateway uses. */
export interface ReplyHead {
  readonly status: number
  /** Whether the node ends the connection with this reply. */
  readonly isLast: boolean
  /** The best block and the work of the calls, as the node writes them; undefined when it does not. */
  readonly block: string | undefined
  readonly work: string | undefined
}

export interface ReplyListener {
  head(head: ReplyHead): void
  data(bytes: Buffer): void
  /** `work` is what a header after the body says; undefined without one. */
  end(work: string | undefined): void
  /** Whether a further reply may follow the one that has ended; none may by default. */
  mayFollow?(): boolean
}

const maximumHead = 16 * 1024
/** The size of a chunk in hex, and what may follow it. */
const maximumSizeLine = 64
const endOfHead = Buffer.from('\r\n\r\n')
const endOfLine = Buffer.from('\r\n')
const statusLine = /^HTTP\/1\.1 (\d{3})(?: |\r\n|$)/
const noBytes = Buffer.alloc(0)

type Phase = 'head' | 'length' | 'size' | 'chunk' | 'after-chunk' | 'trailers'

/**
 * Reads the replies of one connection: a head with a status, then a body with a length or in chunks. It is strict, and
 * refuses what nodes do not send: other versions, other encodings, bodies that end with the connection.
 */
export class ReplyParser {
  readonly #listener: ReplyListener
  readonly #maximumBody: number
  #phase: Phase = 'head'
  /** Received bytes, and how many of them have been read. */
  #bytes: Buffer = noBytes
  #at = 0
  /** Bytes of the body or of the chunk that have not come yet. */
  #left = 0
  #received = 0

  constructor(listener: ReplyListener, maximumBody: number) {
    this.#listener = listener
    this.#maximumBody = maximumBody
  }

  /** Throws `BadReply`, also for bytes after the end of the reply. */
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
    if (status === undefined) throw new BadReply('the reply is not one of HTTP/1.1')
    const firstLine = text.indexOf('\r\n')
    const headers = headersIn(text, firstLine < 0 ? text.length : firstLine + 2)
    if (headers.encoding !== undefined) throw new BadReply('the body is encoded, which was not asked for')
    this.#phase = this.#bodyOf(headers)
    const { connection, block, work } = headers
    this.#listener.head({
      status: Number(status),
      isLast: connection?.toLowerCase() === 'close',
      block,
      work,
    })
    if (this.#phase === 'length' && this.#left === 0) this.#end(undefined)
    return true
  }

  #bodyOf({ coding, length }: UsedHeaders): Phase {
    if (coding === 'chunked' && length === undefined) return 'size'
    if (coding !== undefined || length === undefined || !/^\d{1,12}$/.test(length)) {
      throw new BadReply('the length of the body is not known')
    }
    this.#left = Number(length)
    if (this.#left > this.#maximumBody) throw new BadReply('the body is too long')
    return 'length'
  }

  #readBody(): boolean {
    const end = Math.min(this.#at + this.#left, this.#bytes.length)
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    this.#left -= part.length
    this.#listener.data(part)
    if (this.#left > 0) return false
    if (this.#phase === 'length') this.#end(undefined)
    else this.#phase = 'after-chunk'
    return true
  }

  #readSize(): boolean {
    const text = this.#textUntil(endOfLine, maximumSizeLine)
    if (text === undefined) return false
    if (!/^[0-9a-fA-F]{1,8}$/.test(text)) throw new BadReply('the size of a chunk is not a number')
    this.#left = Number.parseInt(text, 16)
    this.#received += this.#left
    if (this.#received > this.#maximumBody) throw new BadReply('the body is too long')
    this.#phase = this.#left === 0 ? 'trailers' : 'chunk'
    return true
  }

  #readEndOfChunk(): boolean {
    if (this.#bytes.length - this.#at < endOfLine.length) return false
    if (!this.#isAtEndOfLine) throw new BadReply('a chunk has no end')
    this.#at += endOfLine.length
    this.#phase = 'size'
    return true
  }

  #readTrailers(): boolean {
    if (this.#isAtEndOfLine) {
      this.#at += endOfLine.length
      this.#end(undefined)
      return true
    }
    const text = this.#textUntil(endOfHead, maximumHead)
    if (text === undefined) return false
    this.#end(headersIn(text, 0).work)
    return true
  }

  get #isAtEndOfLine(): boolean {
    return this.#bytes[this.#at] === endOfLine[0] && this.#bytes[this.#at + 1] === endOfLine[1]
  }

  /** The text before a mark, which is read too; undefined until the mark has come. */
  #textUntil(mark: Buffer, maximum: number): string | undefined {
    const found = this.#bytes.indexOf(mark, this.#at)
    if ((found < 0 ? this.#bytes.length : found) - this.#at > maximum)
      throw new BadReply('a part of the reply is too long')
    if (found < 0) return undefined
    const text = this.#bytes.toString('latin1', this.#at, found)
    this.#at = found + mark.length
    return text
  }

  #end(work: string | undefined): void {
    this.#phase = 'head'
    this.#received = 0
    this.#listener.end(work)
    if (this.#at < this.#bytes.length && this.#listener.mayFollow?.() !== true) {
      throw new BadReply('bytes follow the reply')
    }
  }
}

interface UsedHeaders {
  length: string | undefined
  coding: string | undefined
  encoding: string | undefined
  connection: string | undefined
  block: string | undefined
  work: string | undefined
}

/** The headers in a text from a position on. */
function headersIn(text: string, start: number): UsedHeaders {
  const headers: UsedHeaders = {
    length: undefined,
    coding: undefined,
    encoding: undefined,
    connection: undefined,
    block: undefined,
    work: undefined,
  }
  for (let at = start; at < text.length; ) {
    const found = text.indexOf('\r\n', at)
    const end = found < 0 ? text.length : found
    const colon = text.indexOf(':', at)
    if (colon <= at || colon > end) throw new BadReply('a header is malformed')
    const name = nameOf(text.slice(at, colon).toLowerCase())
    if (name !== undefined) {
      // Two readers could choose different ones.
      if (headers[name] !== undefined) throw new BadReply('a header is repeated')
      headers[name] = text.slice(colon + 1, end).trim()
    }
    at = end + 2
  }
  return headers
}

function nameOf(header: string): keyof UsedHeaders | undefined {
  switch (header) {
    case 'content-length':
      return 'length'
    case 'transfer-encoding':
      return 'coding'
    case 'content-encoding':
      return 'encoding'
    case 'connection':
      return 'connection'
    case headHeader:
      return 'block'
    case workHeader:
      return 'work'
    default:
      return undefined
  }
}
