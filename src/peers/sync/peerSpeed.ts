import { getOrCreate } from '../../primitives/getOrCreate.ts'
import type { Peer } from '../session/peer.ts'

const minimumPatienceMs = 100
const maximumPatienceMs = 3_000
/** Before the first answer. */
const initialPatienceMs = 1_000
/** Weight of the latest answer in the average. */
const weight = 0.2

/** Deliveries within this time are counted. */
const windowMs = 2_000
const buckets = 8
const bucketMs = windowMs / buckets

/** Minimum number of requests per peer, so that a peer that becomes faster is noticed. */
const minimumInFlight = 2
const maximumInFlight = 256
/** A peer has requests for at least this time, so that it does not idle while we execute blocks. */
const minimumReserveMs = 250
/** The minimum latency is forgotten after this time, because the route to a peer may change. */
const latencyLifeMs = 10_000
/** A peer counts as slow after being overtaken this many times in a row. */
const maximumOvertaken = 8

/**
 * Measures a peer and derives how many requests it may have at a time: as many as it delivers in twice its minimum
 * latency, or in a quarter of a second if that is longer, plus two. While the peer keeps up, this number doubles with
 * each round trip; at its limit, it settles where just enough requests wait to keep the peer busy.
 */
export class PeerSpeed {
  readonly #now: () => number
  readonly #counts = new Array<number>(buckets).fill(0)
  #newest: number
  #averageLatencyMs: number | undefined
  /** Start of the counted deliveries. */
  #activeSince: number | undefined
  #minimumLatencyMs = Number.POSITIVE_INFINITY
  #latencyAt = 0
  #overtaken = 0

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
    this.#newest = Math.floor(now() / bucketMs)
  }

  /** The peer has answered a request after `latencyMs`, before any other peer. */
  delivered(latencyMs: number): void {
    this.#forgetOld()
    const time = this.#now()
    const at = this.#newest % buckets
    this.#counts[at] = this.#counts[at]! + 1
    this.#activeSince ??= time - latencyMs
    this.#overtaken = 0
    this.#observe(latencyMs)
    if (latencyMs > this.#minimumLatencyMs && time - this.#latencyAt < latencyLifeMs) return
    this.#minimumLatencyMs = latencyMs
    this.#latencyAt = time
  }

  /** The peer has answered after `latencyMs`, but another peer that was asked later answered first. */
  overtaken(latencyMs: number): void {
    this.#overtaken++
    this.#observe(latencyMs)
  }

  /** Average time of an answer; undefined before the first one. */
  get latencyMs(): number | undefined {
    return this.#averageLatencyMs
  }

  /** When a request to another peer is this old, this peer is asked too: it would have answered twice by then. */
  get patienceMs(): number {
    if (this.#averageLatencyMs === undefined) return initialPatienceMs
    return Math.min(maximumPatienceMs, Math.max(minimumPatienceMs, 2 * this.#averageLatencyMs))
  }

  /** Answers per second that came before those of other peers. */
  get perSecond(): number {
    this.#forgetOld()
    return (1000 * this.#recent) / this.#elapsedMs
  }

  /** Whether other peers have answered before this one too often. */
  get isSlow(): boolean {
    return this.#overtaken >= maximumOvertaken
  }

  /** Number of unanswered requests that the peer may have. */
  get allowance(): number {
    this.#forgetOld()
    const recent = this.#recent
    if (recent === 0) return minimumInFlight
    const reserveMs = Math.max(minimumReserveMs, 2 * this.#minimumLatencyMs)
    return Math.min(maximumInFlight, minimumInFlight + Math.ceil((recent * reserveMs) / this.#elapsedMs))
  }

  #observe(latencyMs: number): void {
    const averageMs = this.#averageLatencyMs ?? latencyMs
    this.#averageLatencyMs = averageMs * (1 - weight) + latencyMs * weight
  }

  get #recent(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  /** Duration of the counted deliveries. */
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
    return getOrCreate(this.#speeds, peer, () => new PeerSpeed(this.#now))
  }

  /** Restarts the measurement of a peer. */
  forget(peer: Peer): void {
    this.#speeds.delete(peer)
  }
}
