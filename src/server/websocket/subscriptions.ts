import { toHex } from '../../primitives/hex.ts'
import { limitExceeded, missingParameter, notText } from '../../rpc/errors.ts'
import type { Json } from '../../rpc/json.ts'
import type { Endpoint } from '../endpoint.ts'
import type { ConnectionMethods } from '../requests/session.ts'

export interface SubscriptionsOptions {
  readonly endpoint: Endpoint
  readonly maximum: number
  readonly random: (length: number) => Uint8Array
  /** Sends the text of a notification. */
  readonly send: (notification: string) => void
  /** Hears by how much the number of subscriptions changes. */
  readonly onCount: (change: number) => void
}

const idBytes = 16

/** What one connection has subscribed to. */
export class Subscriptions {
  readonly methods: ConnectionMethods
  readonly #options: SubscriptionsOptions
  readonly #stops = new Map<string, () => void>()

  constructor(options: SubscriptionsOptions) {
    this.#options = options
    this.methods = new Map<string, (params: unknown) => Json>([
      ['eth_subscribe', (params) => this.#subscribe(params)],
      ['eth_unsubscribe', (params) => this.#unsubscribe(params)],
    ])
  }

  close(): void {
    for (const id of this.#stops.keys()) this.#stop(id)
  }

  #subscribe(params: unknown): string {
    const { endpoint, maximum, random, send, onCount } = this.#options
    if (this.#stops.size >= maximum) throw limitExceeded('subscriptions')
    const id = toHex(random(idBytes))
    const beginning = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":`
    this.#stops.set(
      id,
      endpoint.subscribe(params, (payload) => send(`${beginning}${payload}}}`)),
    )
    onCount(1)
    return id
  }

  #unsubscribe(params: unknown): boolean {
    const [id] = Array.isArray(params) ? params : []
    if (id === undefined) throw missingParameter(0, 'subscription')
    if (typeof id !== 'string') throw notText()
    return this.#stop(id)
  }

  #stop(id: string): boolean {
    const stop = this.#stops.get(id)
    if (stop === undefined) return false
    this.#stops.delete(id)
    stop()
    this.#options.onCount(-1)
    return true
  }
}
