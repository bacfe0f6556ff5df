import { toHex } from '../../primitives/hex.ts'
import { limitExceeded } from '../../rpc/errors/errors.ts'
import { type ClientSubscriptions, type Follow, notificationMethod } from '../../rpc/method/subscribing.ts'

export interface SubscriptionsParts {
  /** Maximum weight of open subscriptions. */
  readonly maximum: number
  /** Takes a part of the client's share until the returned function is called; undefined when the share is used up. */
  readonly take: (weight: number) => (() => void) | undefined
  readonly random: (length: number) => Uint8Array
  /** Sends the text of a notification. */
  readonly send: (notification: string) => void
  /** Called with +1 or -1 when a subscription is opened or ended. */
  readonly onCount: (change: number) => void
}

const idBytes = 16

interface OpenSubscription {
  readonly weight: number
  readonly stop: () => void
  readonly giveBack: () => void
}

/** The subscriptions of one connection that can push. */
export class Subscriptions implements ClientSubscriptions {
  readonly #parts: SubscriptionsParts
  readonly #open = new Map<string, OpenSubscription>()
  #weight = 0
  #isClosed = false

  constructor(parts: SubscriptionsParts) {
    this.#parts = parts
  }

  open(follow: Follow, weight = 1): string {
    const { maximum, take, random, send, onCount } = this.#parts
    const isFull = this.#isClosed || this.#weight + weight > maximum
    const giveBack = isFull ? undefined : take(weight)
    if (giveBack === undefined) throw limitExceeded('subscriptions')
    const id = toHex(random(idBytes))
    const beginning = `{"jsonrpc":"2.0","method":"${notificationMethod}","params":{"subscription":"${id}","result":`
    const stop = follow((payload) => send(`${beginning}${payload}}}`))
    this.#open.set(id, { weight, stop, giveBack })
    this.#weight += weight
    onCount(1)
    return id
  }

  end(id: string): boolean {
    const ended = this.#open.get(id)
    if (ended === undefined) return false
    this.#open.delete(id)
    this.#weight -= ended.weight
    ended.giveBack()
    ended.stop()
    this.#parts.onCount(-1)
    return true
  }

  /** Ends all subscriptions; further ones cannot be opened. */
  close(): void {
    this.#isClosed = true
    for (const id of this.#open.keys()) this.end(id)
  }
}
