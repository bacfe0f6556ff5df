import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { maximumHeadLines, type RequestHead, textOfHead, uncheckedHead } from '../entrance/requestHead.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'
import { headTooLong } from '../refusals/refusals.ts'
import { refuseSocket } from './bareSockets.ts'
import { type TakenParser, takeParser } from './nodeInternals.ts'

export interface HandedOverParts {
  readonly turns: Pick<SocketTurns, 'takeSlice' | 'worked' | 'add'>
  /** The owner of the turns of a request from this address. */
  readonly ownerOf: (head: RequestHead, address: string) => string
}

/** A part of a chunked body: 4 KiB hold up to 700 chunks, each of which Node's server delivers by itself. */
const maximumChunkedPart = 4 * 1024

type Phase =
  | 'reading'
  /** Bytes wait in the stream, which has been paused, for the answers to earlier requests. */
  | 'held'
  /** Bytes wait there for their owner's turn. */
  | 'queued'
  /** It is the turn of the bytes that come next. */
  | 'due'
  /** Another protocol has the socket, or the connection was refused. */
  | 'ended'

/**
 * A connection that Node's server reads. That server parses all bytes that it is given at once. One chunk may hold thousands
 * of small requests, and Node makes several objects for each, and an error if the connection closes before the answer. So it
 * gets the next request after it has answered the last one, and longer work in turns with other clients. Bytes that wait
 * are put back into the stream of the socket, so that they are read before the end of the connection.
 */
export class HandedOverConnection {
  readonly #socket: Socket
  readonly #address: string
  readonly #parts: HandedOverParts
  readonly #parser: TakenParser
  readonly #listener = (bytes: Buffer): void => this.#receive(bytes)
  /** Node's server aborts a request that it has not answered when the client ends its side. */
  readonly #endListener = (): void => void setImmediate(() => this.#parser.end())
  #phase: Phase = 'reading'
  #unanswered = 0
  /** The request that Node's server began to parse last. */
  #request: IncomingMessage | undefined
  /** Bytes of its body that Node's server has not received yet; 0 when the length is unknown. */
  #bodyLeft = 0
  /** The bytes after those that are being parsed. */
  #rest: Buffer | undefined
  /** The owner of the bytes that wait. */
  #owner: string
  /** Lines of the head that is being received. */
  #lines = 0

  constructor(socket: Socket, address: string, parts: HandedOverParts) {
    this.#socket = socket
    this.#address = address
    this.#owner = address
    this.#parts = parts
    this.#parser = takeParser(socket)
    socket.on('end', this.#endListener)
    socket.on('data', this.#listener)
  }

  /** Node's server has parsed the head of a request. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#unanswered++
    this.#lines = 0
    this.#request = request
    this.#bodyLeft = Number(request.headers['content-length'] ?? 0)
    response.once('close', () => {
      this.#unanswered--
      if (this.#phase === 'held' && !this.#mustWait) this.#queue()
    })
  }

  /** Another protocol takes the socket, with the bytes that have not been parsed. */
  end(): void {
    this.#phase = 'ended'
    this.#socket.off('data', this.#listener)
    this.#socket.off('end', this.#endListener)
    if (this.#rest !== undefined && this.#rest.length > 0) this.#socket.unshift(this.#rest)
  }

  get #hasEnded(): boolean {
    return this.#phase === 'ended' || this.#socket.destroyed
  }

  get #isReceivingBody(): boolean {
    return this.#request?.complete === false
  }

  /** A request whose body is being received needs further bytes; those before it are answered without them. */
  get #mustWait(): boolean {
    return this.#unanswered > (this.#isReceivingBody ? 1 : 0)
  }

  #receive(bytes: Buffer): void {
    if (this.#hasEnded) return
    // Node's server resumes the stream when it has read a body.
    if (this.#phase === 'held' || this.#phase === 'queued' || this.#mustWait) this.#hold(bytes)
    else this.#parseParts(bytes)
  }

  #parseParts(bytes: Buffer): void {
    let rest = bytes
    while (rest.length > 0) {
      if (this.#mustWait) {
        this.#hold(rest)
        return
      }
      if (this.#phase !== 'due' && this.#bodyLeft === 0 && !this.#parts.turns.takeSlice()) {
        this.#hold(rest)
        this.#queue()
        return
      }
      this.#phase = 'reading'
      const length = this.#nextPart(rest)
      if (!this.#isReceivingBody && this.#exceedsLines(rest, length)) {
        this.#phase = 'ended'
        this.#socket.pause()
        refuseSocket(this.#socket, headTooLong(maximumHeadLines))
        return
      }
      this.#rest = rest.subarray(length)
      this.#parser.parse(length === rest.length ? rest : rest.subarray(0, length))
      this.#parts.turns.worked()
      rest = this.#rest
      this.#rest = undefined
      if (this.#hasEnded) return
      if (rest.length > 0 && this.#socket.isPaused()) {
        // Node's server has paused the stream until its answers, or the body, have been read.
        this.#socket.unshift(rest)
        return
      }
    }
  }

  /** The length of the bytes that are parsed next: they contain the end of one request at most. */
  #nextPart(bytes: Buffer): number {
    if (!this.#isReceivingBody) return endOfHead(bytes)
    if (this.#bodyLeft === 0) return Math.min(endOfEmptyLine(bytes), maximumChunkedPart)
    const length = Math.min(this.#bodyLeft, bytes.length)
    this.#bodyLeft -= length
    return length
  }

  /** Node's server makes objects of every line before it looks at their number. */
  #exceedsLines(bytes: Buffer, length: number): boolean {
    for (let at = bytes.indexOf(lineFeed); at >= 0 && at < length; at = bytes.indexOf(lineFeed, at + 1)) {
      // The empty line at the end is not counted.
      if (++this.#lines > maximumHeadLines + 1) return true
    }
    return false
  }

  #hold(bytes: Buffer): void {
    if (this.#phase !== 'queued') this.#phase = 'held'
    if (!this.#isReceivingBody) {
      this.#owner = this.#parts.ownerOf(uncheckedHead(textOfHead(bytes)), this.#address)
    }
    // A stream that flows would deliver the bytes at once.
    this.#socket.pause()
    this.#socket.unshift(bytes)
  }

  #queue(): void {
    this.#phase = 'queued'
    this.#parts.turns.add(this.#owner, () => this.#takeTurn())
  }

  #takeTurn(): void {
    if (this.#hasEnded) return
    this.#phase = this.#mustWait ? 'held' : 'due'
    if (this.#mustWait) return
    this.#socket.resume()
    // Delivers the bytes in this turn; the stream alone would in the next.
    this.#socket.read()
  }
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The offset after the first empty line in bytes of HTTP; their length for bytes without an empty line. */
function endOfEmptyLine(bytes: Buffer, from = 0): number {
  const usual = bytes.indexOf('\n\r\n', from, 'latin1')
  const end = usual < 0 ? bytes.length : usual + 3
  // A line feed alone ends a line too (RFC 9112, section 2.2).
  const bare = bytes.subarray(0, end).indexOf('\n\n', from, 'latin1')
  return bare < 0 ? end : bare + 2
}

/** The offset after the head of a request, before which there may be empty lines (RFC 9112, section 2.2). */
function endOfHead(bytes: Buffer): number {
  let start = 0
  while (bytes[start] === carriageReturn || bytes[start] === lineFeed) start++
  return endOfEmptyLine(bytes, start)
}
