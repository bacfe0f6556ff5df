import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { debtAfter, paidUpAfter, type Rate, waitMs } from '../../primitives/bounds/rate.ts'
import { longestDebtMs, type RateStore } from './rateStore.ts'

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
    const { paidUpAtMs: after, isFull } = debtAfter(paidUpAtMs, rate, units, nowMs, longestDebtMs)
    this.#paidUpAtMs.set(client, after)
    return isFull ? waitMs(after, rate, 1, nowMs) : undefined
  }
}
