/** A reply that is not one of HTTP/1.1 as nodes send it, or is longer than it may be. */
export class BadReply extends Error {
  override readonly name = 'BadReply'
}

/** The parts of a reply's head that a gateway uses. */
export interface ReplyHead {
  readonly status: number
  /** Whether the node ends the connection with this reply. */
  readonly isLast: boolean
  readonly headers: ReadonlyMap<string, string>
}

export interface ReplyListener {
  head(head: ReplyHead): void
  data(bytes: Buffer): void
  /** `trailers` are headers that follow the body. */
  end(trailers: ReadonlyMap<string, string>): void
  /** Whether a further reply may follow the one that has ended; none may by default. */
  mayFollow?(): boolean
}

const maximumHead = 16 * 1024
/** The size of a chunk in hex, and what may follow it. */
const maximumSizeLine = 64
const endOfHead = Buffer.from('\r\n\r\n')
const endOfLine = Buffer.from('\r\n')
const none: ReadonlyMap<string, string> = new Map()
const noBytes = Buffer.alloc(0)

type Phase = 'head' | 'length' | 'size' | 'chunk' | 'after-chunk' | 'trailers' | 'ended'

/**
 * Reads the replies of one connection: a head with a status, then a body with a length or in chunks. It is strict, and
 * refuses what nodes do not send: other versions, other encodings, bodies that end with the connection.
 */
export class ReplyParser {
  readonly #listener: ReplyListener
  readonly #maximumBody: number
  #phase: Phase = 'head'
  #kept: Buffer = noBytes
  /** Bytes of the body or of the chunk that have not come yet. */
  #left = 0
  #received = 0

  constructor(listener: ReplyListener, maximumBody: number) {
    this.#listener = listener
    this.#maximumBody = maximumBody
  }

  /** Throws `BadReply`, also for bytes after the end of the reply. */
  feed(bytes: Buffer): void {
    let rest = this.#kept.length === 0 ? bytes : Buffer.concat([this.#kept, bytes])
    this.#kept = noBytes
    for (;;) {
      const next: Buffer | undefined = this.#step(rest)
      if (this.#phase === 'ended') {
        this.#phase = 'head'
        this.#received = 0
        if (next === undefined || next.length === 0) return
        if (this.#listener.mayFollow?.() !== true) throw new BadReply('bytes follow the reply')
        rest = next
        continue
      }
      if (next === undefined) return
      rest = next
    }
  }

  /** The bytes after a step; undefined when more must come first. */
  #step(bytes: Buffer): Buffer | undefined {
    switch (this.#phase) {
      case 'head':
        return this.#readHead(bytes)
      case 'length':
      case 'chunk':
        return this.#readBody(bytes)
      case 'size':
        return this.#readSize(bytes)
      case 'after-chunk':
        return this.#readEndOfChunk(bytes)
      case 'trailers':
        return this.#readTrailers(bytes)
      default:
        return undefined
    }
  }

  #readHead(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf(endOfHead)
    if ((end < 0 ? bytes.length : end) > maximumHead) throw new BadReply('the head is too long')
    if (end < 0) return this.#keep(bytes)
    const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
    const status = /^HTTP\/1\.1 (\d{3})(?: |$)/.exec(first)?.[1]
    if (status === undefined) throw new BadReply('the reply is not one of HTTP/1.1')
    const headers = headersIn(lines)
    if (headers.has('content-encoding')) throw new BadReply('the body is encoded, which was not asked for')
    this.#phase = this.#bodyOf(headers)
    this.#listener.head({
      status: Number(status),
      isLast: headers.get('connection')?.toLowerCase() === 'close',
      headers,
    })
    return this.#endIfEmpty(bytes.subarray(end + endOfHead.length))
  }

  #bodyOf(headers: ReadonlyMap<string, string>): Phase {
    const coding = headers.get('transfer-encoding')
    const length = headers.get('content-length')
    if (coding === 'chunked' && length === undefined) return 'size'
    if (coding !== undefined || length === undefined || !/^\d{1,12}$/.test(length)) {
      throw new BadReply('the length of the body is not known')
    }
    this.#left = Number(length)
    if (this.#left > this.#maximumBody) throw new BadReply('the body is too long')
    return 'length'
  }

  #endIfEmpty(rest: Buffer): Buffer {
    if (this.#phase === 'length' && this.#left === 0) this.#end(none)
    return rest
  }

  #readBody(bytes: Buffer): Buffer | undefined {
    if (bytes.length === 0) return undefined
    const part = bytes.length > this.#left ? bytes.subarray(0, this.#left) : bytes
    this.#left -= part.length
    this.#listener.data(part)
    if (this.#left > 0) return undefined
    if (this.#phase === 'length') this.#end(none)
    else this.#phase = 'after-chunk'
    return bytes.subarray(part.length)
  }

  #readSize(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf(endOfLine)
    if ((end < 0 ? bytes.length : end) > maximumSizeLine)
      throw new BadReply('the size of a chunk is too long')
    if (end < 0) return this.#keep(bytes)
    const size = /^[0-9a-fA-F]{1,8}$/.exec(bytes.toString('latin1', 0, end))?.[0]
    if (size === undefined) throw new BadReply('the size of a chunk is not a number')
    this.#left = Number.parseInt(size, 16)
    this.#received += this.#left
    if (this.#received > this.#maximumBody) throw new BadReply('the body is too long')
    this.#phase = this.#left === 0 ? 'trailers' : 'chunk'
    return bytes.subarray(end + endOfLine.length)
  }

  #readEndOfChunk(bytes: Buffer): Buffer | undefined {
    if (bytes.length < endOfLine.length) return this.#keep(bytes)
    if (bytes.toString('latin1', 0, endOfLine.length) !== '\r\n') throw new BadReply('a chunk has no end')
    this.#phase = 'size'
    return bytes.subarray(endOfLine.length)
  }

  #readTrailers(bytes: Buffer): Buffer | undefined {
    if (bytes.length >= endOfLine.length && bytes.toString('latin1', 0, endOfLine.length) === '\r\n') {
      this.#end(none)
      return bytes.subarray(endOfLine.length)
    }
    const end = bytes.indexOf(endOfHead)
    if ((end < 0 ? bytes.length : end) > maximumHead) throw new BadReply('the trailers are too long')
    if (end < 0) return this.#keep(bytes)
    this.#end(headersIn(bytes.toString('latin1', 0, end).split('\r\n')))
    return bytes.subarray(end + endOfHead.length)
  }

  #end(trailers: ReadonlyMap<string, string>): void {
    this.#phase = 'ended'
    this.#listener.end(trailers)
  }

  #keep(bytes: Buffer): undefined {
    this.#kept = bytes
  }
}

/** A repeated header is refused: two readers could choose different ones. */
function headersIn(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (name === '' || headers.has(name)) throw new BadReply('a header is malformed or repeated')
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}
