import type { ChainStatus } from '../messages/message.ts'
import { sample } from '../sample.ts'
import type { Peer } from '../session/peer.ts'

export interface StatusBroadcastParts {
  readonly peers: () => Iterable<Peer>
  readonly ownStatus: () => ChainStatus
  /** A number in [0, 1). */
  readonly random: () => number
}

/** The reference node follows only peers that have sent a status recently. */
const intervalMs = 10_000
const minimumPeers = 3
const maximumPeers = 10

/** Sends our status to some peers every ten seconds, and to all peers on request. */
export class StatusBroadcast {
  readonly #parts: StatusBroadcastParts
  readonly #timer: NodeJS.Timeout

  constructor(parts: StatusBroadcastParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.sendToSome(), intervalMs)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  sendToAll(): void {
    this.#send([...this.#parts.peers()])
  }

  sendToSome(): void {
    const { peers, random } = this.#parts
    const all = [...peers()]
    const count = Math.min(maximumPeers, Math.max(minimumPeers, Math.floor(Math.sqrt(all.length))))
    this.#send(sample(all, count, random))
  }

  #send(peers: readonly Peer[]): void {
    const status = this.#parts.ownStatus()
    for (const peer of peers) peer.send({ kind: 'status', ...status })
  }
}
