import type { Peer } from '../session/peer.ts'

const shortestMs = 100
const maximumMs = 3_000
/** Before the first answer. */
const initialMs = 1_000
/** Weight of the latest answer in the average. */
const weight = 0.2

/** Averages how long the answers of a peer take. */
export class Latency {
  #averageMs: number | undefined

  observe(milliseconds: number): void {
    this.#averageMs =
      this.#averageMs === undefined ? milliseconds : this.#averageMs * (1 - weight) + milliseconds * weight
  }

  /** Undefined before the first answer. */
  get averageMs(): number | undefined {
    return this.#averageMs
  }

  /** The age of a request to another peer from which on this peer, who would have answered twice, is asked too. */
  get patienceMs(): number {
    if (this.#averageMs === undefined) return initialMs
    return Math.min(maximumMs, Math.max(shortestMs, 2 * this.#averageMs))
  }
}

/** Deliveries of this time are counted. */
const windowMs = 2_000
const buckets = 8
const bucketMs = windowMs / buckets

/** Requested from every peer at all times, so that a peer which has become faster is noticed. */
const leastInFlight = 2
const maximumInFlight = 256
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
  readonly #latency = new Latency()
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
    this.#latency.observe(latencyMs)
    if (latencyMs > this.#shortestLatencyMs && time - this.#latencyAt < latencyLifeMs) return
    this.#shortestLatencyMs = latencyMs
    this.#latencyAt = time
  }

  /** Another peer, asked later, has answered the same request before this one, which took this time. */
  overtaken(latencyMs: number): void {
    this.#overtaken++
    this.#latency.observe(latencyMs)
  }

  /** Average time of an answer; undefined before the first one. */
  get latencyMs(): number | undefined {
    return this.#latency.averageMs
  }

  /** The age of a request to another peer from which on this peer is asked too. */
  get patienceMs(): number {
    return this.#latency.patienceMs
  }

  /** Answers per second that came before those of other peers. */
  get perSecond(): number {
    this.#forgetOld()
    return (1000 * this.#recent) / this.#elapsedMs
  }

  /** Whether other peers have answered before this one too often. */
  get isSlow(): boolean {
    return this.#overtaken >= overtakenInARow
  }

  /** Requests without an answer that the peer may have. */
  get allowance(): number {
    this.#forgetOld()
    const recent = this.#recent
    if (recent === 0) return leastInFlight
    const reserveMs = Math.max(leastReserveMs, 2 * this.#shortestLatencyMs)
    return Math.min(maximumInFlight, leastInFlight + Math.ceil((recent * reserveMs) / this.#elapsedMs))
  }

  get #recent(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  /** The time of the deliveries that are counted. */
  get #elapsedMs(): number {
    const time = this.#now()
    return Math.min(windowMs, Math.max(bucketMs, time - (this.#activeSince ?? time)))
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

  /** Restarts the measurement of a peer. */
  forget(peer: Peer): void {
    this.#speeds.delete(peer)
  }
}
