/** A share of the requests may be hedged, and a few more at the start. */
const hedgesPerRequest = 0.05
const burst = 10
/** A slow answer of a node that is usually fast. */
const shortestWaitMs = 50
const usualWaitMs = 250

/** Bounds how often a slow read is sent to a second node, so that slowness of all nodes does not double their load. */
export class Hedging {
  #allowed = burst

  /** A request is sent, which may be hedged later. */
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
export const hedgeAfterMs = (p95Ms = usualWaitMs): number => Math.max(shortestWaitMs, p95Ms)
