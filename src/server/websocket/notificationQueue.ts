import { type Holdings, VaryingHolding } from '../../primitives/bounds/holdings.ts'

export interface NotificationQueueParts {
  /** Characters that may wait in the queue of a socket. */
  readonly maximum: number
  readonly client: string
  readonly unread: Holdings
  /** Closes the socket, because others need the memory or the client reads too slowly. */
  readonly cutOff: () => void
}

/** Counts notifications that wait to be sent over one socket, because its client does not read them. */
export class NotificationQueue {
  readonly #parts: NotificationQueueParts
  readonly #held: VaryingHolding
  #bytes = 0

  constructor(parts: NotificationQueueParts) {
    this.#parts = parts
    this.#held = new VaryingHolding(parts.unread, parts.client, parts.cutOff)
  }

  /** Counts a notification until `left` is called; false when the client reads too slowly. */
  add(length: number): boolean {
    if (this.#bytes > this.#parts.maximum) return false
    this.#bytes += length
    return this.#held.set(this.#bytes)
  }

  /** A notification has left. */
  left(length: number): void {
    this.#bytes -= length
    this.#held.set(this.#bytes)
  }

  /** The socket is closed. */
  clear(): void {
    this.#held.set(0)
  }
}
