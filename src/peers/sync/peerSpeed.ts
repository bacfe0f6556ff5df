import type { Peer } from '../session/peer.ts'

/** Deliveries of this time are counted. */
const windowMs = 2_000
const buckets = 8
const bucketMs = windowMs / buckets

/** Requested from every peer at all times, so that a peer which has become faster is noticed. */
const leastInFlight = 2
const mostInFlight = 64

/**
 * How many requests a peer may have at a time: the number of its deliveries in the last two seconds, plus two. So the
 * share of a fast peer doubles every two seconds, and a slow peer delays few blocks.
 */
export class PeerSpeed {
  readonly #now: () => number
  readonly #counts = new Array<number>(buckets).fill(0)
  #newest = 0

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  delivered(): void {
    this.#forgetOld()
    const at = this.#newest % buckets
    this.#counts[at] = this.#counts[at]! + 1
  }

  /** Requests without an answer that the peer may have. */
  get allowance(): number {
    this.#forgetOld()
    const recent = this.#counts.reduce((sum, count) => sum + count, 0)
    return Math.min(mostInFlight, leastInFlight + recent)
  }

  #forgetOld(): void {
    const newest = Math.floor(this.#now() / bucketMs)
    const steps = Math.min(buckets, newest - this.#newest)
    for (let step = 0; step < steps; step++) this.#counts[(newest - step) % buckets] = 0
    this.#newest = newest
  }
}

/** The speed of each peer. */
export class PeerSpeeds {
  readonly #now: () => number
  readonly #speeds = new WeakMap<Peer, PeerSpeed>()

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  of(peer: Peer): PeerSpeed {
    const known = this.#speeds.get(peer)
    if (known !== undefined) return known
    const speed = new PeerSpeed(this.#now)
    this.#speeds.set(peer, speed)
    return speed
  }
}
