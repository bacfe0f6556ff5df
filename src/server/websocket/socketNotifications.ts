import type { WebSocket } from 'ws'
import { Subscriptions } from '../../service/subscriptions/subscriptions.ts'
import type { AccessEntry } from '../log/accessLog.ts'
import type { Bill } from '../requests/bill.ts'
import type { ClientSession } from '../requests/clientSession.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import type { IncomingFrames } from './incomingFrames.ts'
import { NotificationQueue } from './notificationQueue.ts'
import type { WebSocketOutbox } from './webSocketOutbox.ts'

/** Why a WebSocket is closed (RFC 6455). */
export const closeCodes = { goingAway: 1001, policy: 1008, internalError: 1011, tryAgainLater: 1013 } as const

export interface SocketNotificationsParts {
  readonly session: Pick<ClientSession, 'network' | 'caller'>
  readonly bill: Pick<Bill, 'notified'>
  readonly requestId: string
  readonly outbox: WebSocketOutbox
  readonly frames: Pick<IncomingFrames, 'noteLife'>
  /** The line of the WebSocket in the access log; undefined when requests are not logged. */
  readonly entry: AccessEntry | undefined
  /** Ends the connection because others need its place. */
  readonly cutOff: () => void
}

/**
 * The subscriptions of one WebSocket and their notifications. A client that does not read its notifications, or owes more
 * for them than it may, is disconnected.
 */
export class SocketNotifications {
  readonly subscriptions: Subscriptions
  readonly #socket: WebSocket
  readonly #parts: SocketNotificationsParts
  readonly #front: FrontParts
  readonly #queue: NotificationQueue

  constructor(socket: WebSocket, parts: SocketNotificationsParts, front: FrontParts) {
    const { limits, metrics, random, holdings } = front
    const { name: client } = parts.session.caller
    this.#socket = socket
    this.#parts = parts
    this.#front = front
    this.#queue = new NotificationQueue({
      maximum: limits.queuedBytesPerSocket,
      client,
      unread: holdings.unread,
      cutOff: () => socket.terminate(),
    })
    this.subscriptions = new Subscriptions({
      random,
      maximum: limits.subscriptionsPerSocket,
      take: (weight) => {
        const holding = holdings.subscriptions.take(client, weight, parts.cutOff)
        return holding && (() => holdings.subscriptions.release(holding))
      },
      send: (notification) => this.#add(notification),
      onCount: (change) => metrics?.subscriptionsChanged(change),
    })
  }

  /** Sends a notification that the outbox has given its turn. */
  send(notification: string): void {
    const { length } = notification
    const { bill, entry, outbox, frames } = this.#parts
    const refusal = bill.notified(length, entry)
    if (refusal !== undefined) {
      this.#socket.close(closeCodes.policy, refusal.error.message)
      this.subscriptions.close()
      return
    }
    this.#socket.send(notification, () => {
      this.#queue.left(length)
      // A client that reads what waits is alive, although its pongs may not be read.
      if (!outbox.isEmpty) frames.noteLife()
      outbox.goOn()
    })
  }

  /** The socket is closed. */
  close(): void {
    this.#queue.clear()
    this.subscriptions.close()
  }

  #add(notification: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#queue.add(notification.length)) {
      this.#parts.outbox.addNotification(notification)
      return
    }
    this.#front.metrics?.slowSocketClosed()
    this.#socket.terminate()
    // Now, because further notifications of the same block would be made.
    this.subscriptions.close()
  }
}
