import { type Holdings, VaryingHolding } from '../../primitives/bounds/holdings.ts'

/** A queue up to 16 KiB has room even if the client has too many other unread answers. */
const alwaysRoomBytes = 16 * 1024

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
  /** Called back when there is room: subscriptions that deliver notifications of the past. */
  #awaitingRoom: (() => void)[] = []

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
    if (this.#awaitingRoom.length > 0 && this.#hasRoom) {
      for (const callBack of this.#awaitingRoom.splice(0)) setImmediate(callBack)
    }
  }

  /** Calls back when further notifications of the past may be sent. */
  whenRoom(callBack: () => void): void {
    if (this.#hasRoom) setImmediate(callBack)
    else this.#awaitingRoom.push(callBack)
  }

  /** The socket is closed. */
  clear(): void {
    this.#held.set(0)
  }

  /** Half of the queue is left to live notifications. */
  get #hasRoom(): boolean {
    const { maximum, client, unread } = this.#parts
    return this.#bytes <= alwaysRoomBytes || (this.#bytes <= maximum / 2 && !unread.isFullFor(client))
  }
}
