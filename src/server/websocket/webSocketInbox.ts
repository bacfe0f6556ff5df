import type { WebSocket } from 'ws'
import type { SocketTurns } from '../limits/socketTurns.ts'
import { WaitingMessages } from './waitingMessages.ts'

/** Frames of one socket that are served in a turn of the event loop. */
const framesOfTurn = 16
/** Parsing a longer message takes milliseconds, so it waits for its owner's turn. */
export const longMessage = 64 * 1024

export interface InboxParts {
  /** Whose turn is waited for. */
  readonly owner: string
  readonly turns: SocketTurns
  /** Whether the connection serves no message until `goOn` is called. */
  readonly isBusy: () => boolean
  readonly serve: (message: Buffer) => void
  /** What `mayRead` tells may have changed. */
  readonly adjustReading: () => void
  /** More frames have arrived than are served in a turn. */
  readonly onFlood: () => void
}

/**
 * The messages of one socket. A chunk of it holds thousands of small frames, which pausing the socket does not keep back; a few
 * of them are served at once, the others in turns with other clients while the socket is not read.
 */
export class Inbox {
  readonly #parts: InboxParts
  readonly #messages = new WaitingMessages<Buffer>()
  /** Bytes of the messages that wait. */
  #bytes = 0
  #turn = -1
  #frames = 0
  #isQueued = false

  constructor(parts: InboxParts) {
    this.#parts = parts
  }

  /** Whether the socket may be read now. */
  get mayRead(): boolean {
    return !this.#isQueued && this.#messages.isEmpty && !this.#parts.isBusy()
  }

  /** Whether messages may be among the bytes that the socket has not read, because others are served first. */
  get isQueued(): boolean {
    return this.#isQueued
  }

  get bytes(): number {
    return this.#bytes
  }

  receive(message: Buffer): void {
    const isServed = this.noteFrame() && this.#messages.isEmpty && !this.#parts.isBusy()
    if (isServed && message.length <= longMessage && this.#parts.turns.hasTime) this.#serve(message)
    else {
      this.#messages.add(message)
      this.#bytes += message.length
      if (isServed) this.waitForTurn()
    }
  }

  /** Counts a frame of any kind; false when it is one too many in this turn of the event loop. */
  noteFrame(): boolean {
    this.#beginTurn()
    if (++this.#frames <= framesOfTurn) return true
    if (this.#frames === framesOfTurn + 1) this.#parts.onFlood()
    return false
  }

  /** Serves and reads nothing until it is the client's turn. */
  waitForTurn(): void {
    if (this.#isQueued) return
    this.#isQueued = true
    const { owner, turns, adjustReading } = this.#parts
    adjustReading()
    turns.add(owner, () => {
      this.#isQueued = false
      this.#frames = 0
      this.#serveWaiting(true)
      adjustReading()
      return this.mayRead ? 'reads' : undefined
    })
  }

  /** Serves messages that wait, if the connection is not busy any more. */
  goOn(): void {
    if (!this.#isQueued) this.#serveWaiting(false)
    this.#parts.adjustReading()
  }

  clear(): void {
    this.#messages.clear()
    this.#bytes = 0
  }

  #beginTurn(): void {
    const { current } = this.#parts.turns
    if (current === this.#turn) return
    this.#turn = current
    this.#frames = 0
  }

  #serve(message: Buffer): void {
    this.#parts.serve(message)
    this.#parts.turns.worked()
  }

  /** `hasTurn`: the first message has waited for its owner's turn. */
  #serveWaiting(hasTurn: boolean): void {
    const { isBusy, turns } = this.#parts
    this.#beginTurn()
    for (let mayServe = hasTurn; !this.#messages.isEmpty && !isBusy(); mayServe = false) {
      if (!mayServe && (++this.#frames > framesOfTurn || !turns.hasTime)) {
        this.waitForTurn()
        return
      }
      const message = this.#messages.take()
      this.#bytes -= message.length
      this.#serve(message)
    }
  }
}

/** Answers to pings. Of several the last need be answered only (RFC 6455, section 5.5.3), so one that is not read is kept. */
export class PingAnswers {
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
