import type { RateLimit } from '../keys/apiKey.ts'

const smallestSweep = 10_000

/**
 * The generic cell rate algorithm: of each client only the moment is kept at which all it has spent will have
 * been earned again. A request that costs more than the burst waits for that moment and then runs into debt,
 * because it could never pass otherwise.
 */
export class RateLimiter {
  readonly #paidUpAtMs = new Map<string, number>()
  #sweepSize = smallestSweep

  /** Number of clients that are remembered. */
  get size(): number {
    return this.#paidUpAtMs.size
  }

  /** How long to wait before this may be spent; 0 when it may be now. Spends nothing. */
  waitMs(client: string, { unitsPerSecond, burst }: RateLimit, units: number, now: number): number {
    const paidUpAt = this.#paidUpAtMs.get(client) ?? now
    const spendable = Math.min(units, burst)
    const wait = paidUpAt - now - ((burst - spendable) * 1000) / unitsPerSecond
    return Math.max(0, wait)
  }

  spend(client: string, { unitsPerSecond }: RateLimit, units: number, now: number): void {
    if (this.#paidUpAtMs.size >= this.#sweepSize) this.#sweep(now)
    const from = Math.max(now, this.#paidUpAtMs.get(client) ?? now)
    this.#paidUpAtMs.set(client, from + (units * 1000) / unitsPerSecond)
  }

  /** Clients without debt need no entry. However many there are with one, the next sweep is as far away. */
  #sweep(now: number): void {
    for (const [client, paidUpAt] of this.#paidUpAtMs) if (paidUpAt <= now) this.#paidUpAtMs.delete(client)
    this.#sweepSize = Math.max(smallestSweep, 2 * this.#paidUpAtMs.size)
  }
}
