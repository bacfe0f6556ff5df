import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { debtAfter, paidUpAfter, type Rate, waitMs } from '../../primitives/bounds/rate.ts'

/**
 * Rates of many clients. Moments are those of one monotonic clock, which a change of the system's time does not move. An
 * implementation that several servers share may see the spending of the others with a delay.
 */
export interface RateStore {
  /** How long a client waits before it may spend `units`; 0 when it may now. Spends nothing. */
  waitMs(client: string, rate: Rate, units: number, nowMs: number): number
  spend(client: string, rate: Rate, units: number, nowMs: number): void
  /**
   * Spends units of work that has been done, whatever the client may spend now. Returns the time until the debt is paid
   * when it has reached its maximum.
   */
  charge(client: string, rate: Rate, units: number, nowMs: number): number | undefined
}

/** A client that has run into debt waits at most a minute; what exceeds that is not charged. */
export const maximumDebtMs = 60_000

/** Clients beyond this number displace the one that asked longest ago, whose debt is forgiven. */
const rememberedClients = 100_000

/** Rates of the clients of one process. */
export class RateLimiter implements RateStore {
  readonly #paidUpAtMs: BoundedMap<string, number>

  constructor(capacity = rememberedClients) {
    this.#paidUpAtMs = new BoundedMap(capacity)
  }

  waitMs(client: string, rate: Rate, units: number, nowMs: number): number {
    return waitMs(this.#paidUpAtMs.get(client) ?? nowMs, rate, units, nowMs)
  }

  spend(client: string, rate: Rate, units: number, nowMs: number): void {
    this.#paidUpAtMs.set(client, paidUpAfter(this.#paidUpAtMs.get(client) ?? nowMs, rate, units, nowMs))
  }

  charge(client: string, rate: Rate, units: number, nowMs: number): number | undefined {
    const paidUpAtMs = this.#paidUpAtMs.get(client) ?? nowMs
    const { paidUpAtMs: after, isFull } = debtAfter(paidUpAtMs, rate, units, nowMs, maximumDebtMs)
    this.#paidUpAtMs.set(client, after)
    return isFull ? waitMs(after, rate, 1, nowMs) : undefined
  }
}
