import { toHex } from '../../primitives/hex.ts'
import { limitExceeded } from '../errors/errors.ts'
import type { Deliver } from './audience.ts'

export interface SubscriptionsParts {
  /** The most subscriptions that are open at once. */
  readonly maximum: number
  readonly random: (length: number) => Uint8Array
  /** Sends the text of a notification. */
  readonly send: (notification: string) => void
  /** Is called with +1 or -1 when a subscription is opened or ended. */
  readonly onCount: (change: number) => void
}

const idBytes = 16

/** The subscriptions of one connection that can push. */
export class Subscriptions {
  readonly #parts: SubscriptionsParts
  readonly #stops = new Map<string, () => void>()

  constructor(parts: SubscriptionsParts) {
    this.#parts = parts
  }

  /**
   * Opens a subscription and returns its id. `follow` starts the deliveries and returns the function that stops them.
   */
  open(follow: (deliver: Deliver) => () => void): string {
    const { maximum, random, send, onCount } = this.#parts
    if (this.#stops.size >= maximum) throw limitExceeded('subscriptions')
    const id = toHex(random(idBytes))
    const beginning = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":`
    const stop = follow((payload) => send(`${beginning}${payload}}}`))
    this.#stops.set(id, stop)
    onCount(1)
    return id
  }

  /** Whether there was such a subscription. */
  end(id: string): boolean {
    const stop = this.#stops.get(id)
    if (stop === undefined) return false
    this.#stops.delete(id)
    stop()
    this.#parts.onCount(-1)
    return true
  }

  close(): void {
    for (const id of this.#stops.keys()) this.end(id)
  }
}
