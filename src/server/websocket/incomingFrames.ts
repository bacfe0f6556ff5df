import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { type Holdings, VaryingHolding } from '../../primitives/bounds/holdings.ts'
import { type TakenParser, takeParser } from '../http/nodeInternals.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'
import type { BegunFrames } from '../requests/bill.ts'
import { FrameScanner } from './frameScanner.ts'

/** Bytes of one socket that are not counted until they are parsed. */
const uncountedBytes = 16 * 1024
const noBytes = Buffer.alloc(0)

export interface IncomingFramesParts {
  /** The client whose turns the bytes wait for. */
  readonly owner: string
  readonly turns: Pick<SocketTurns, 'takeSlice' | 'worked' | 'add'>
  readonly received: Holdings
  /** Whether the connection takes no message until `goOn` is called. */
  readonly isBusy: () => boolean
  /** Charges for frames; false when the client may not send more, and the connection has been ended. */
  readonly pay: (frames: BegunFrames) => boolean
  /** Ends the connection, because others need the memory. */
  readonly cutOff: () => void
}

/**
 * Passes the bytes of a WebSocket, and their end, to the library that parses them. One chunk may hold thousands of small
 * frames, and the library parses all of them even if the socket is paused. So it gets one message at a time, or a few other
 * frames, once they are paid and it is the client's turn. The socket is not read meanwhile.
 */
export class IncomingFrames {
  readonly #socket: WebSocket
  readonly #parts: IncomingFramesParts
  readonly #parser: TakenParser
  readonly #scanner = new FrameScanner()
  /** Messages that are incomplete or wait to be parsed. */
  readonly #held: VaryingHolding
  /** Size of the chunks that hold those messages. */
  #heldBytes = 0
  /** Bytes that wait to be parsed. */
  #rest: Buffer = noBytes
  #isQueued = false
  #hasEnded = false
  #isAlive = true

  constructor(socket: WebSocket, bytes: Duplex, parts: IncomingFramesParts) {
    this.#socket = socket
    this.#parts = parts
    this.#held = new VaryingHolding(parts.received, parts.owner, parts.cutOff)
    this.#parser = takeParser(bytes)
    bytes.on('data', (chunk: Buffer) => this.#receive(chunk))
    // Ending this side too would take a system call and another turn of the event loop, for nothing when all has been sent.
    const finish = (): void => {
      if (bytes.writableLength === 0) bytes.destroy()
      else this.#parser.end()
    }
    bytes.on('end', () => this.#receiveEnd(finish))
    const pings = new PingAnswers(socket)
    socket.on('ping', (data) => pings.answer(data))
    // The library closes a socket after broken frames or a broken connection.
    socket.on('error', () => this.end())
    socket.on('close', () => this.end())
  }

  /** The client has shown that it is alive. */
  noteLife(): void {
    this.#isAlive = true
  }

  /** Sends a ping, and ends the connection if nothing has arrived since the last one although the socket was read. */
  beat(): void {
    if (!this.#isAlive && !this.#socket.isPaused) this.#socket.terminate()
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#isAlive = false
    this.#socket.ping()
  }

  /** Parses what waits, if the connection is not busy any more. */
  goOn(): void {
    if (!this.#isQueued) this.#parseRest(false)
    this.#adjustReading()
  }

  /** Parses nothing from now on. */
  end(): void {
    this.#hasEnded = true
    this.#rest = noBytes
    this.#held.set(0)
  }

  #receive(chunk: Buffer): void {
    if (this.#hasEnded) return
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    this.#heldBytes += chunk.length
    this.#isAlive = true
    if (!this.#isQueued) this.#parseRest(false)
    this.#adjustReading()
    this.#count()
  }

  /** Thousands of connections that end at once would take as long as thousands of calls. */
  #receiveEnd(end: () => void): void {
    const { turns, owner } = this.#parts
    this.#rest = noBytes
    if (!turns.takeSlice()) turns.add(owner, end)
    else {
      end()
      turns.worked()
    }
  }

  /** `hasTurn`: what comes first has waited for its owner's turn. */
  #parseRest(hasTurn: boolean): void {
    const { turns, owner } = this.#parts
    for (let mayParse = hasTurn; this.#rest.length > 0 && !this.#isBusy; mayParse = false) {
      if (!mayParse && !turns.takeSlice()) {
        this.#isQueued = true
        turns.add(owner, () => this.#takeTurn())
        return
      }
      this.#parseNext()
      turns.worked()
    }
  }

  #takeTurn(): void {
    this.#isQueued = false
    this.#parseRest(true)
    this.#adjustReading()
    this.#count()
  }

  #parseNext(): void {
    const bytes = this.#rest
    const length = this.#scanner.next(bytes)
    if (!this.#parts.pay(this.#scanner)) return
    this.#rest = length === bytes.length ? noBytes : bytes.subarray(length)
    if (!this.#scanner.isIncomplete)
      this.#heldBytes = this.#rest.length === 0 ? 0 : this.#rest.buffer.byteLength
    this.#parser.parse(length === bytes.length ? bytes : bytes.subarray(0, length))
  }

  /** A connection that is being closed waits for the close frame of its client. */
  get #isBusy(): boolean {
    return this.#socket.readyState === this.#socket.OPEN && this.#parts.isBusy()
  }

  get #mayRead(): boolean {
    return this.#rest.length === 0 && !this.#isBusy
  }

  #adjustReading(): void {
    if (this.#hasEnded || this.#mayRead !== this.#socket.isPaused) return
    // An answer to the last ping may not have been read.
    this.#isAlive = true
    if (this.#mayRead) this.#socket.resume()
    else this.#socket.pause()
  }

  #count(): void {
    const bytes = this.#hasEnded || this.#heldBytes <= uncountedBytes ? 0 : this.#heldBytes
    if (!this.#held.set(bytes)) this.#parts.cutOff()
  }
}

/** Answers pings. Only the last of several needs an answer (RFC 6455, section 5.5.3), so at most one is kept. */
class PingAnswers {
  readonly #socket: WebSocket
  /** The last ping that arrived while the answer to an earlier one had not left. */
  #unanswered: Buffer | undefined
  #isAnswering = false

  constructor(socket: WebSocket) {
    this.#socket = socket
  }

  answer(ping: Buffer): void {
    this.#unanswered = ping
    if (this.#isAnswering || this.#socket.readyState !== this.#socket.OPEN) return
    this.#isAnswering = true
    this.#unanswered = undefined
    this.#socket.pong(ping, false, () => {
      this.#isAnswering = false
      if (this.#unanswered !== undefined) this.answer(this.#unanswered)
    })
  }
}
