import type { ChainStatus } from '../messages/message.ts'
import { sample } from '../sample.ts'
import type { Peer } from '../session/peer.ts'

export interface StatusBroadcastParts {
  readonly peers: () => Iterable<Peer>
  readonly ownStatus: () => ChainStatus
  /** From 0 up to but not including 1. */
  readonly random: () => number
}

/** The reference node chooses the peer to follow by recent statuses and ignores peers without one. */
const intervalMs = 10_000
const fewest = 3
const most = 10

/** Sends our status to some peers every ten seconds, and to all peers on request. */
export class StatusBroadcast {
  readonly #parts: StatusBroadcastParts
  readonly #timer: NodeJS.Timeout

  constructor(parts: StatusBroadcastParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.tellSome(), intervalMs)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  tellAll(): void {
    this.#tell([...this.#parts.peers()])
  }

  tellSome(): void {
    const { peers, random } = this.#parts
    const all = [...peers()]
    const count = Math.min(most, Math.max(fewest, Math.floor(Math.sqrt(all.length))))
    this.#tell(sample(all, count, random))
  }

  #tell(peers: readonly Peer[]): void {
    const status = this.#parts.ownStatus()
    for (const peer of peers) peer.send({ kind: 'status', ...status })
  }
}
