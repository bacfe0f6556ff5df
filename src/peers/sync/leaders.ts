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
    const count = this.#countOf(peer) + 1
    const pause = Math.min(maximumPauseMs, firstPauseMs * 2 ** (count - 1))
    this.#failures.set(peer, { count, until: this.#now() + pause })
    return count
  }

  /** A peer that is not the leader left a request unanswered. Several at a time count once. */
  silent(peer: Peer): void {
    if (this.#isPaused(peer)) return
    this.failed(peer)
  }

  succeeded(peer: Peer): void {
    this.#failures.delete(peer)
  }

  /** Milliseconds since a peer sent its status. */
  statusAge(peer: Peer): number {
    return this.#now() - (this.#statusAt.get(peer) ?? Number.NEGATIVE_INFINITY)
  }

  /**
   * Peers that claim more work than this and can be followed now, the one with most work first, of several with the same
   * work the one with the fewest failures.
   */
  among(peers: Iterable<Peer>, totalDifficulty: bigint): Peer[] {
    const better = [...peers].filter(
      (peer) => peer.isOpen && workOf(peer) > totalDifficulty && this.#isCredible(peer),
    )
    return better.sort((a, b) => {
      if (workOf(a) !== workOf(b)) return workOf(a) > workOf(b) ? -1 : 1
      return this.#countOf(a) - this.#countOf(b)
    })
  }

  #isCredible(peer: Peer): boolean {
    return !this.#isPaused(peer) && this.statusAge(peer) <= statusLifeMs
  }

  #isPaused(peer: Peer): boolean {
    return (this.#failures.get(peer)?.until ?? 0) > this.#now()
  }

  #countOf(peer: Peer): number {
    return this.#failures.get(peer)?.count ?? 0
  }
}

const workOf = ({ status }: Peer): bigint => status?.totalDifficulty ?? 0n
