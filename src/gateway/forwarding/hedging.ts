/** 5 % of the requests may be hedged, and up to 10 at once. */
const hedgesPerRequest = 0.05
const burst = 10
/** A read of a fast node is hedged after 50 ms, and one of a node without measurements after 250 ms. */
const minimumWaitMs = 50
const defaultWaitMs = 250

/** Bounds how often a slow read is sent to a second node, so that slowness of all nodes does not double their load. */
export class Hedging {
  #allowed = burst

  /** Call it for each request that may be hedged later. */
  sent(): void {
    this.#allowed = Math.min(burst, this.#allowed + hedgesPerRequest)
  }

  /** Whether a request may be hedged now. */
  take(): boolean {
    if (this.#allowed < 1) return false
    this.#allowed--
    return true
  }
}

/** How long an answer may take before another node is asked too. */
export const hedgeAfterMs = (p95Ms = defaultWaitMs): number => Math.max(minimumWaitMs, p95Ms)
