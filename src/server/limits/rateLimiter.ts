import { BoundedMap } from '../../primitives/boundedMap.ts'
import { paidUpAfter, type Rate, waitMs } from '../../primitives/rate.ts'

/** Clients beyond this number displace the one that asked longest ago, whose debt is forgiven. */
const rememberedClients = 100_000

/**
 * Rates of many clients. Moments are those of one monotonic clock, which a change of the system's time does not move.
 */
export class RateLimiter {
  readonly #paidUpAtMs: BoundedMap<string, number>

  constructor(capacity = rememberedClients) {
    this.#paidUpAtMs = new BoundedMap(capacity)
  }

  /** How long a client waits before it may spend `units`; 0 when it may now. Spends nothing. */
  waitMs(client: string, rate: Rate, units: number, nowMs: number): number {
    return waitMs(this.#paidUpAtMs.get(client) ?? nowMs, rate, units, nowMs)
  }

  spend(client: string, rate: Rate, units: number, nowMs: number): void {
    this.#paidUpAtMs.set(client, paidUpAfter(this.#paidUpAtMs.get(client) ?? nowMs, rate, units, nowMs))
  }
}
