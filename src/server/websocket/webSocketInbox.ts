import type { RawData, WebSocket } from 'ws'
import type { HeldBytes } from '../limits/heldBytes.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'
import { WaitingMessages } from './waitingMessages.ts'

/** Frames of one socket that are served in a turn of the event loop. */
const framesOfTurn = 16

export interface InboxParts {
  /** Whose turn is waited for. */
  readonly owner: string
  readonly turns: SocketTurns
  /** Whether the connection serves no message until `goOn` is called. */
  readonly isBusy: () => boolean
  readonly serve: (message: RawData) => void
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
  readonly #messages = new WaitingMessages<RawData>()
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

  receive(message: RawData): void {
    const isServed = this.noteFrame() && this.#messages.isEmpty && !this.#parts.isBusy()
    if (isServed && this.#hasTime) this.#parts.serve(message)
    else {
      this.#messages.add(message)
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
      this.goOn()
      return this.mayRead ? 'reads' : undefined
    })
  }

  /** Serves messages that wait, if the connection is not busy any more. */
  goOn(): void {
    if (!this.#isQueued) this.#serveWaiting()
    this.#parts.adjustReading()
  }

  clear(): void {
    this.#messages.clear()
  }

  /** One message of each socket is served at once, and more while the turn of the event loop is short. */
  get #hasTime(): boolean {
    return this.#frames === 1 || this.#parts.turns.hasTime
  }

  #beginTurn(): void {
    const { current } = this.#parts.turns
    if (current === this.#turn) return
    this.#turn = current
    this.#frames = 0
  }

  #serveWaiting(): void {
    const { isBusy, serve } = this.#parts
    this.#beginTurn()
    while (!this.#messages.isEmpty && !isBusy()) {
      this.#frames++
      if (this.#frames > framesOfTurn || !this.#hasTime) {
        this.waitForTurn()
        return
      }
      serve(this.#messages.take())
    }
  }
}

/** Bytes of an incomplete message that are not counted: many sockets with so few are within the memory of a server. */
const uncountedBytes = 128 * 1024

/** The bytes of a message that has not been received as a whole, which count among the bodies of its client. */
export class IncompleteMessage {
  readonly #client: string
  readonly #incoming: HeldBytes
  #bytes = 0
  readonly #held: (() => void)[] = []

  constructor(client: string, incoming: HeldBytes) {
    this.#client = client
    this.#incoming = incoming
  }

  /** False when the client must not send more. */
  add(length: number): boolean {
    this.#bytes += length
    if (this.#bytes <= uncountedBytes) return true
    const leave = this.#incoming.hold(this.#client, length)
    if (leave !== undefined) this.#held.push(leave)
    return leave !== undefined
  }

  /** The message is complete, or will never be. */
  end(): void {
    this.#bytes = 0
    if (this.#held.length > 0) for (const leave of this.#held.splice(0)) leave()
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
