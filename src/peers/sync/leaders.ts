import type { Peer } from '../session/peer.ts'

interface Failures {
  readonly count: number
  /** The peer is not followed before this time. */
  readonly until: number
}

const firstPauseMs = 2_000
const maximumPauseMs = 600_000

/** Older statuses are ignored. */
const statusLifeMs = 600_000

/**
 * Chooses the peer to follow: the one with the highest total difficulty. After a failure a peer is not followed for a
 * pause that doubles with each failure, so a peer with a false status delays the others only briefly.
 */
export class Leaders {
  readonly #now: () => number
  readonly #failures = new WeakMap<Peer, Failures>()
  readonly #statusAt = new WeakMap<Peer, number>()

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** A peer has sent its status. */
  heard(peer: Peer): void {
    this.#statusAt.set(peer, this.#now())
  }

  /** Notes a failure; returns the number of failures since the last success. */
  failed(peer: Peer): number {
    const count = (this.#failures.get(peer)?.count ?? 0) + 1
    const pause = Math.min(maximumPauseMs, firstPauseMs * 2 ** (count - 1))
    this.#failures.set(peer, { count, until: this.#now() + pause })
    return count
  }

  succeeded(peer: Peer): void {
    this.#failures.delete(peer)
  }

  /** Milliseconds since a peer sent its status. */
  statusAge(peer: Peer): number {
    return this.#now() - (this.#statusAt.get(peer) ?? Number.NEGATIVE_INFINITY)
  }

  /** Peers that claim more work than this and can be followed now, the one with most work first. */
  among(peers: Iterable<Peer>, totalDifficulty: bigint): Peer[] {
    const better = [...peers].filter(
      (peer) => peer.isOpen && workOf(peer) > totalDifficulty && this.#isCredible(peer),
    )
    return better.sort((a, b) => (workOf(a) > workOf(b) ? -1 : workOf(a) < workOf(b) ? 1 : 0))
  }

  #isCredible(peer: Peer): boolean {
    const until = this.#failures.get(peer)?.until ?? 0
    return until <= this.#now() && this.statusAge(peer) <= statusLifeMs
  }
}

const workOf = ({ status }: Peer): bigint => status?.totalDifficulty ?? 0n
