import type { ApiKey } from '../keys/apiKey.ts'
import { overLimit, type Refusal } from '../refusals.ts'
import { dayMs, dayOf, type QuotaStore } from './quotaStore.ts'
import { RateLimiter } from './rateLimiter.ts'

export interface AllowanceOptions {
  readonly quotas: QuotaStore
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** What keys may still spend. What is refused costs nothing. */
export class Allowance {
  readonly #options: AllowanceOptions
  readonly #rates = new RateLimiter()

  constructor(options: AllowanceOptions) {
    this.#options = options
  }

  /** Spends, or says why not. */
  spend({ id, rate, dailyUnits }: ApiKey, units: number): Refusal | undefined {
    const { quotas } = this.#options
    const now = this.#options.now()
    const day = dayOf(now)
    const waitMs = rate === undefined ? 0 : this.#rates.waitMs(id, rate, units, now)
    if (waitMs > 0) return overLimit('requests per second', waitMs)
    if (dailyUnits !== undefined && quotas.used(id, day) + units > dailyUnits) {
      return overLimit('requests per day', (day + 1) * dayMs - now)
    }
    if (rate !== undefined) this.#rates.spend(id, rate, units, now)
    quotas.add(id, day, units)
    return undefined
  }
}
