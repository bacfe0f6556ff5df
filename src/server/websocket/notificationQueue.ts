import type { HeldBytes } from '../limits/heldBytes.ts'

/** Notifications are counted among the unread answers of their client in blocks; the first block of a socket is not. */
const blockBytes = 256 * 1024
/** A socket with less in its queue has room, whatever else its client does not read. */
const alwaysRoomBytes = 16 * 1024

export interface NotificationQueueParts {
  /** Characters that may wait in the queue of a socket. */
  readonly maximum: number
  readonly client: string
  readonly outgoing: HeldBytes
}

/** Counts notifications that wait to be sent over one socket, because its client does not read them. */
export class NotificationQueue {
  readonly #parts: NotificationQueueParts
  #bytes = 0
  readonly #blocks: (() => void)[] = []
  /** Subscriptions that deliver what their client has missed, as fast as it reads. */
  #awaitingRoom: (() => void)[] = []

  constructor(parts: NotificationQueueParts) {
    this.#parts = parts
  }

  /** Counts a notification until `left` is called; false when the client reads too slowly. */
  add(length: number): boolean {
    const { maximum, client, outgoing } = this.#parts
    if (this.#bytes > maximum) return false
    this.#bytes += length
    while (this.#bytes > (this.#blocks.length + 1) * blockBytes) {
      const leave = outgoing.hold(client, blockBytes)
      if (leave === undefined) return false
      this.#blocks.push(leave)
    }
    return true
  }

  /** A notification has left. */
  left(length: number): void {
    this.#bytes -= length
    while (this.#blocks.length > 0 && this.#bytes <= this.#blocks.length * blockBytes) this.#blocks.pop()?.()
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
    for (const leave of this.#blocks.splice(0)) leave()
  }

  /** Half of the queue is left to live notifications. */
  get #hasRoom(): boolean {
    const { maximum, client, outgoing } = this.#parts
    return this.#bytes <= alwaysRoomBytes || (this.#bytes <= maximum / 2 && !outgoing.isFullFor(client))
  }
}
