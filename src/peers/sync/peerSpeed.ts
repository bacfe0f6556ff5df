import type { Peer } from '../session/peer.ts'

/** Deliveries of this time are counted. */
const windowMs = 2_000
const buckets = 8
const bucketMs = windowMs / buckets

/** Requested from every peer at all times, so that a peer which has become faster is noticed. */
const leastInFlight = 2
const mostInFlight = 256
/** The requests of a peer last for at least this time, so that it does not wait for us while we execute blocks. */
const leastReserveMs = 250
/** The shortest latency is remembered for this time, because the way to a peer may change. */
const latencyLifeMs = 10_000
/** After this many answers in a row that another peer gave first, a peer counts as slow. */
const overtakenInARow = 8

/**
 * Measures a peer, which gives the number of requests that it may have at a time: what it delivers in twice its
 * shortest latency, or in a quarter of a second if that is longer, plus two. While the peer keeps up, that number
 * doubles with each round trip; when it is at its limit, the number stays where no more requests wait at the peer than
 * it needs to be busy all the time.
 */
export class PeerSpeed {
  readonly #now: () => number
  readonly #counts = new Array<number>(buckets).fill(0)
  #newest: number
  /** When the deliveries that are counted began. */
  #activeSince: number | undefined
  #shortestLatencyMs = Number.POSITIVE_INFINITY
  #latencyAt = 0
  #overtaken = 0

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
    this.#newest = Math.floor(now() / bucketMs)
  }

  /** The peer has answered a request after this time, before any other peer. */
  delivered(latencyMs: number): void {
    this.#forgetOld()
    const time = this.#now()
    const at = this.#newest % buckets
    this.#counts[at] = this.#counts[at]! + 1
    this.#activeSince ??= time - latencyMs
    this.#overtaken = 0
    if (latencyMs > this.#shortestLatencyMs && time - this.#latencyAt < latencyLifeMs) return
    this.#shortestLatencyMs = latencyMs
    this.#latencyAt = time
  }

  /** Another peer has answered the same request before this one. */
  overtaken(): void {
    this.#overtaken++
  }

  /** Whether other peers have answered before this one too often. */
  get isSlow(): boolean {
    return this.#overtaken >= overtakenInARow
  }

  /** Requests without an answer that the peer may have. */
  get allowance(): number {
    this.#forgetOld()
    const recent = this.#counts.reduce((sum, count) => sum + count, 0)
    if (recent === 0 || this.#activeSince === undefined) return leastInFlight
    const elapsedMs = Math.min(windowMs, Math.max(bucketMs, this.#now() - this.#activeSince))
    const reserveMs = Math.max(leastReserveMs, 2 * this.#shortestLatencyMs)
    return Math.min(mostInFlight, leastInFlight + Math.ceil((recent * reserveMs) / elapsedMs))
  }

  #forgetOld(): void {
    const newest = Math.floor(this.#now() / bucketMs)
    const steps = Math.min(buckets, newest - this.#newest)
    for (let step = 0; step < steps; step++) this.#counts[(newest - step) % buckets] = 0
    this.#newest = newest
    if (this.#counts.every((count) => count === 0)) this.#activeSince = undefined
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

  /** Measures a peer anew. */
  forget(peer: Peer): void {
    this.#speeds.delete(peer)
  }
}
