import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { Piece } from '../../rpc/json/piece.ts'
import { maximumHeadBytes, type RequestHead, textOfHead, uncheckedHead } from '../entrance/requestHead.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import type { AnswerSink } from './answerSink.ts'
import { ChunkedBody } from './chunkedBody.ts'
import { blankLine, type PlainHead, parsePlainHead } from './plainHead.ts'

export interface DirectConnectionParts {
  readonly limits: Pick<
    ServerLimits,
    'bodyBytes' | 'headersTimeoutMs' | 'keepAliveTimeoutMs' | 'idleTimeoutMs'
  >
  readonly firstLines: FirstLines
  /** Answers a request now or later. */
  readonly accept: (head: RequestHead, body: Buffer, sink: AnswerSink) => void
  readonly turns: Pick<SocketTurns, 'takeSlice' | 'worked' | 'add'>
  /** The owner of the turns of a request from this address. */
  readonly ownerOf: (head: RequestHead, address: string) => string
  /** Node's server serves the socket from now on; the bytes of the next request have been put back into it. */
  readonly handOver: (socket: Socket, address: string) => void
}

const endOfHead = Buffer.from(blankLine)
/**
 * A first part of a request up to 4 KiB is kept here; Node's server, which bounds all of them together, takes longer
 * ones.
 */
const maximumPart = 4 * 1024
/** A socket delivers up to 64 KiB at once. */
const longPart = 64 * 1024
/** Requests in one go that are answered at once; the others take turns with other clients. */
const requestsOfTurn = 16
/** An answer up to 16 KiB is sent in one string with its head; a longer one would have to be copied for that. */
const longBody = 16 * 1024

/** What a connection does now, and the bytes that it has received and not served. */
type Phase =
  /** No byte of a request has been received. */
  | { readonly kind: 'waiting' }
  /** The first part of a request has been received. */
  | { readonly kind: 'receiving'; readonly bytes: Buffer }
  /** The function that answers a request is running. */
  | { readonly kind: 'accepting' }
  /** A request will be answered later; reading stops when more bytes arrive. */
  | { readonly kind: 'answering'; readonly rest: Buffer }
  /** Further requests wait until the client reads its answers. */
  | { readonly kind: 'blocked'; readonly rest: Buffer }
  /** Requests wait in the stream of the socket for their owner's turn. */
  | { readonly kind: 'queued' }
  /** The last answer has been sent, or another server has the socket. */
  | { readonly kind: 'ended' }

const waiting: Phase = { kind: 'waiting' }
const accepting: Phase = { kind: 'accepting' }
const queued: Phase = { kind: 'queued' }
const ended: Phase = { kind: 'ended' }
const noBytes = Buffer.alloc(0)
/** Heads that a connection keeps, if they are short: parsing one takes as long as a light call. */
const keptHeads = 4
const maximumKeptHead = 2 * 1024

/** A head with its bytes, the blank line included. */
interface KeptHead {
  readonly bytes: Buffer
  readonly head: PlainHead
}

/** The first lines of the answers of a server, which change once a second. */
export class FirstLines {
  readonly #now: () => number
  readonly #keepAlive: string
  #second = -1
  #date = ''
  /** Of an answer with the status 200 that does not end its connection. */
  #usual = ''

  /** `now` is in milliseconds since 1970. */
  constructor(now: () => number, keepAliveTimeoutMs: number) {
    this.#now = now
    // There is no `connection: keep-alive`: HTTP/1.1 means it without a header, and a client takes 7 µs to read each header.
    this.#keepAlive = `keep-alive: timeout=${Math.floor(keepAliveTimeoutMs / 1000)}\r\n`
  }

  of(status: number, isLast: boolean): string {
    const second = Math.floor(this.#now() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#date = `date: ${new Date(second * 1000).toUTCString()}\r\n`
      this.#usual = `HTTP/1.1 200 OK\r\n${this.#date}${this.#keepAlive}`
    }
    if (status === 200 && !isLast) return this.#usual
    const connection = isLast ? 'connection: close\r\n' : this.#keepAlive
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${this.#date}${connection}`
  }
}

/**
 * A connection that reads plain requests itself, for half of what a complete implementation of HTTP costs. It is handed
 * over to such an implementation with the first request that is not plain or arrives in more than two parts.
 */
export class DirectConnection implements AnswerSink {
  /** Plain requests are those of HTTP/1.1. */
  readonly canStream = true
  readonly address: string
  readonly #socket: Socket
  readonly #parts: DirectConnectionParts
  #phase: Phase = waiting
  /** The connection ends with the next answer. */
  #isLast = false
  /** The bytes that come next have waited for their owner's turn. */
  #hasTurn = false
  /** Clients send few different heads: often only the length of the body differs. */
  readonly #heads: KeptHead[] = []

  constructor(socket: Socket, address: string, parts: DirectConnectionParts) {
    this.#socket = socket
    this.address = address
    this.#parts = parts
    socket.setTimeout(parts.limits.headersTimeoutMs)
    for (const [event, listener] of this.#listeners) socket.on(event, listener)
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
    // The whole body has been received.
  }

  destroy(): void {
    this.#socket.destroy()
  }

  send(status: number, headers: readonly string[], body: Piece, onLeft: () => void): number {
    const length = Buffer.byteLength(body)
    const head = `${this.#headOf(status, headers)}content-length: ${length}\r\n\r\n`
    // Text with as many bytes as characters is ASCII, which is written fastest as Latin-1.
    const encoding = length === body.length ? 'latin1' : 'utf8'
    if (typeof body === 'string' && length <= longBody) this.#socket.write(head + body, encoding, onLeft)
    else {
      this.#socket.cork()
      this.#socket.write(head, 'latin1')
      // Given a string, the socket would keep it and its bytes until they are sent.
      this.#socket.write(typeof body === 'string' ? Buffer.from(body, encoding) : body, onLeft)
      this.#socket.uncork()
    }
    this.#finish()
    return this.#socket.writableLength
  }

  begin(status: number, headers: readonly string[], trailers?: () => readonly string[]): Writable {
    this.#socket.write(`${this.#headOf(status, headers)}transfer-encoding: chunked\r\n\r\n`, 'latin1')
    return new ChunkedBody(this.#socket, () => this.#finish(), trailers)
  }

  /** Ends the connection now, or with the answer to the request that is being received or answered. */
  drain(): void {
    this.#isLast = true
    if (this.#phase.kind === 'waiting') this.#end()
  }

  terminate(): void {
    this.#socket.destroy()
  }

  readonly #receive = (chunk: Buffer): void => {
    const phase = this.#phase
    const hasTurn = this.#hasTurn
    this.#hasTurn = false
    if (phase.kind === 'waiting') this.#serve(chunk, true, hasTurn)
    else if (phase.kind === 'receiving') this.#serve(Buffer.concat([phase.bytes, chunk]), false, false)
    else if (phase.kind === 'answering' || phase.kind === 'blocked') {
      this.#phase = { ...phase, rest: Buffer.concat([phase.rest, chunk]) }
      this.#socket.pause()
    }
  }

  readonly #listeners: readonly (readonly [event: string, listener: (argument: Buffer) => void])[] = [
    ['data', this.#receive],
    ['end', () => this.#endBack()],
    ['error', () => this.#socket.destroy()],
    ['timeout', () => this.#timeOut()],
    ['drain', () => this.#unblock()],
  ]

  /**
   * Answers the requests in `bytes` in turn. `mayHold`: a first part may wait here for the second. `hasTurn`: the first of them
   * has waited for its owner's turn; any other waits for one when the time of this turn of the event loop is used up.
   */
  #serve(bytes: Buffer, mayHold: boolean, hasTurn: boolean): void {
    const { turns, accept } = this.#parts
    let rest = bytes
    // The answers to several requests are written together.
    let isCorked = false
    try {
      for (let served = 0; served === 0 || (rest.length > 0 && !this.isGone); served++) {
        this.#phase = waiting
        if ((served > 0 || !hasTurn) && (served === requestsOfTurn || !turns.takeSlice())) {
          this.#queue(rest)
          return
        }
        if (this.#socket.writableNeedDrain) {
          this.#block(rest)
          return
        }
        const head = this.#requestAt(rest)
        if (typeof head === 'string') {
          this.#leave(rest, head === 'partial' && (mayHold || served > 0))
          return
        }
        if (!isCorked && head.end < rest.length) {
          isCorked = true
          this.#socket.cork()
        }
        this.#phase = accepting
        accept(head, rest.subarray(head.bodyStart, head.end), this)
        turns.worked()
        rest = head.end === rest.length ? noBytes : rest.subarray(head.end)
        if (!this.#hasAnswered(rest)) return
      }
    } finally {
      if (isCorked) this.#socket.uncork()
    }
  }

  /** Bytes that are not a whole plain request: a first part waits here for the second, the others go to Node's server. */
  #leave(bytes: Buffer, mayHold: boolean): void {
    if (mayHold && bytes.length <= maximumPart) this.#hold(bytes)
    else this.#handOver(bytes)
  }

  /** Whether the request that was accepted has been answered, and the connection serves the next one. */
  #hasAnswered(rest: Buffer): boolean {
    const { kind } = this.#phase
    const { keepAliveTimeoutMs, idleTimeoutMs } = this.#parts.limits
    this.#setTimeout(kind === 'accepting' ? idleTimeoutMs : keepAliveTimeoutMs)
    if (kind === 'accepting') {
      this.#phase = { kind: 'answering', rest }
      if (rest.length > 0) this.#socket.pause()
    }
    return kind === 'waiting'
  }

  #queue(rest: Buffer): void {
    this.#phase = queued
    const { turns, ownerOf } = this.#parts
    const head = this.#requestAt(rest)
    const owner = typeof head === 'string' ? uncheckedHead(textOfHead(rest)) : head
    // A stream that flows would deliver the bytes at once. The end of the connection cannot overtake them there.
    this.#socket.pause()
    this.#socket.unshift(rest)
    turns.add(ownerOf(owner, this.address), () => this.#takeTurn())
  }

  #takeTurn(): void {
    if (this.#phase !== queued || this.isGone) return
    this.#phase = waiting
    this.#hasTurn = true
    this.#socket.resume()
    // Delivers the bytes in this turn; the stream alone would in the next.
    this.#socket.read()
  }

  #block(rest: Buffer): void {
    this.#phase = { kind: 'blocked', rest }
    this.#socket.pause()
  }

  #unblock(): void {
    const phase = this.#phase
    if (phase.kind === 'blocked') this.#continue(phase.rest)
  }

  #hold(bytes: Buffer): void {
    this.#phase = { kind: 'receiving', bytes }
    this.#setTimeout(this.#parts.limits.headersTimeoutMs)
  }

  #continue(rest: Buffer): void {
    this.#socket.resume()
    if (rest.length > 0 && !this.isGone) this.#serve(rest, true, false)
  }

  /** The client has sent its last byte. */
  #endBack(): void {
    if (this.#phase.kind === 'waiting' && this.#socket.writableLength === 0) this.#socket.destroy()
    else this.#socket.end()
  }

  /** A slow request is handed over, because Node's server answers it with 408; one that waits for its turn is not slow. */
  #timeOut(): void {
    const phase = this.#phase
    if (phase.kind === 'receiving' && !this.isGone) this.#handOver(phase.bytes)
    else if (phase.kind !== 'queued' || this.isGone) this.#socket.destroy()
  }

  /** The head of a whole plain request at the start of the bytes. */
  #requestAt(bytes: Buffer): PlainHead | 'partial' | 'other' {
    const head = this.#knownHead(bytes) ?? this.#newHead(bytes)
    if (typeof head === 'string' || head.end <= bytes.length) return head
    // A long body does not arrive in the next part; Node's server handles it.
    return head.end - head.bodyStart > longPart ? 'other' : 'partial'
  }

  #knownHead(bytes: Buffer): PlainHead | undefined {
    for (const { bytes: known, head } of this.#heads) {
      const { length } = known
      if (length <= bytes.length && known.compare(bytes, 0, length) === 0) return head
    }
    return undefined
  }

  #newHead(bytes: Buffer): PlainHead | 'partial' | 'other' {
    const headEnd = bytes.indexOf(endOfHead)
    if ((headEnd < 0 ? bytes.length : headEnd) > maximumHeadBytes) return 'other'
    if (headEnd < 0) return 'partial'
    const head = parsePlainHead(bytes.toString('latin1', 0, headEnd))
    if (head === undefined || head.end - head.bodyStart > this.#parts.limits.bodyBytes) return 'other'
    if (headEnd > maximumKeptHead) return head
    if (this.#heads.length === keptHeads) this.#heads.shift()
    // A copy: a part of the chunk would keep all of its memory.
    this.#heads.push({ bytes: Buffer.from(bytes.subarray(0, head.bodyStart)), head })
    return head
  }

  /** The answer to the current request has been sent. */
  #finish(): void {
    const phase = this.#phase
    this.#phase = waiting
    if (this.#isLast) this.#end()
    else if (phase.kind === 'answering') {
      this.#setTimeout(this.#parts.limits.keepAliveTimeoutMs)
      if (phase.rest.length > 0) this.#queue(phase.rest)
      else this.#continue(phase.rest)
    }
  }

  #end(): void {
    this.#phase = ended
    this.#socket.destroySoon()
  }

  #handOver(rest: Buffer): void {
    const socket = this.#socket
    this.#phase = ended
    for (const [event, listener] of this.#listeners) socket.off(event, listener)
    socket.setTimeout(0)
    if (rest.length > 0) socket.unshift(rest)
    socket.resume()
    this.#parts.handOver(socket, this.address)
  }

  #setTimeout(timeoutMs: number): void {
    if (this.#socket.timeout !== timeoutMs) this.#socket.setTimeout(timeoutMs)
  }

  #headOf(status: number, headers: readonly string[]): string {
    let head = this.#parts.firstLines.of(status, this.#isLast)
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
    return head
  }
}
