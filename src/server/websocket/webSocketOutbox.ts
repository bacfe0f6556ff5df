import { Queue } from '../../primitives/work/queue.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'

/** Messages of one turn; a frame, its memory and its write take longer than the text of a notification. */
const messagesOfTurn = 16

export interface WebSocketOutboxParts {
  /** The client whose turns the messages wait for. */
  readonly owner: string
  readonly turns: SocketTurns
  readonly isGone: () => boolean
  /** Whether the socket takes more now; `goOn` is called when it may again. */
  readonly hasRoom: () => boolean
  /** Sends a notification. */
  readonly notify: (notification: string) => void
}

/** A notification, or the function that sends an answer. */
type Message = string | (() => void)

/**
 * The messages to one socket in their order. A block with thousands of logs causes millions of notifications if many clients
 * subscribe to them. A message is sent at once while the turn of the event loop has time left; the others wait for the turn
 * of their client.
 */
export class WebSocketOutbox {
  readonly #parts: WebSocketOutboxParts
  readonly #waiting = new Queue<Message>()
  #answers = 0
  #isQueued = false

  constructor(parts: WebSocketOutboxParts) {
    this.#parts = parts
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** Answers among the messages that wait. */
  get answers(): number {
    return this.#answers
  }

  /** A notification, which may wait. */
  addNotification(notification: string): void {
    const { turns, hasRoom, notify } = this.#parts
    if (!this.isEmpty || !turns.takeSlice() || !hasRoom()) this.#add(notification)
    else {
      notify(notification)
      turns.worked()
    }
  }

  /** An answer, which waits only for the messages before it. */
  addAnswer(send: () => void): void {
    if (this.isEmpty) {
      send()
      return
    }
    this.#answers++
    this.#add(() => {
      this.#answers--
      send()
    })
  }

  /** The socket has sent messages. */
  goOn(): void {
    if (!this.isEmpty) this.#queue()
  }

  /** Sends everything that waits. */
  flush(): void {
    while (!this.isEmpty && !this.#parts.isGone()) this.#sendNext()
  }

  clear(): void {
    this.#waiting.clear()
    this.#answers = 0
  }

  #add(message: Message): void {
    this.#waiting.add(message)
    this.#queue()
  }

  #queue(): void {
    const { owner, turns, hasRoom } = this.#parts
    if (this.#isQueued || !hasRoom()) return
    this.#isQueued = true
    turns.add(owner, () => this.#takeTurn())
  }

  #takeTurn(): void {
    const { isGone, hasRoom } = this.#parts
    this.#isQueued = false
    for (let count = 0; count < messagesOfTurn && !this.isEmpty && !isGone() && hasRoom(); count++) {
      this.#sendNext()
    }
    if (isGone()) this.clear()
    else this.goOn()
  }

  #sendNext(): void {
    const message = this.#waiting.take()
    if (typeof message === 'string') this.#parts.notify(message)
    else message?.()
  }
}
