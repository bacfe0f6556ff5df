import type { ApiKey } from '../keys/apiKey.ts'
import { overLimit, type Refusal } from '../refusals/refusals.ts'
import type { Allowance, Spender } from './allowance.ts'
import { dayMs, dayOf, type QuotaStore } from './quotaStore.ts'
import { RateLimiter } from './rateLimiter.ts'

export interface KeyAllowanceOptions {
  readonly quotas: QuotaStore
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Bounds keys by what they grant. */
export class KeyAllowance implements Allowance {
  readonly #options: KeyAllowanceOptions
  readonly #rates = new RateLimiter()

  constructor(options: KeyAllowanceOptions) {
    this.#options = options
  }

  spend({ key }: Spender, units: number): Refusal | undefined {
    return key && this.#spendOf(key, units)
  }

  #spendOf({ id, rate, dailyUnits }: ApiKey, units: number): Refusal | undefined {
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
