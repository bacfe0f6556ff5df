import type { Rate } from '../../primitives/bounds/rate.ts'
import type { ApiKey, RateLimit } from '../keys/apiKey.ts'
import { overLimit, type Refusal } from '../refusals/refusals.ts'
import type { Allowance, Charge, Spender } from './allowance.ts'
import { dayMs, dayOf, type QuotaStore } from './quotaStore.ts'
import { RateLimiter } from './rateLimiter.ts'
import type { RateStore } from './rateStore.ts'

export interface KeyAllowanceParts {
  readonly quotas: QuotaStore
  /** Those of this process if absent. */
  readonly rates?: RateStore | undefined
  /** Milliseconds since 1970; days end by this clock. */
  readonly now: () => number
  /** A monotonic clock; rates are measured by this one. */
  readonly elapsedMs: () => number
}

/** Bounds keys by their grants. */
export class KeyAllowance implements Allowance {
  readonly #parts: KeyAllowanceParts
  readonly #rates: RateStore

  constructor(parts: KeyAllowanceParts) {
    this.#parts = parts
    this.#rates = parts.rates ?? new RateLimiter()
  }

  spend({ key }: Spender, units: number): Refusal | undefined {
    return key && this.#spendOf(key, units)
  }

  charge({ key }: Spender, charge: Charge): Refusal | undefined {
    return key && this.#chargeTo(key, charge)
  }

  #spendOf({ id, rate: limit, dailyUnits }: ApiKey, units: number): Refusal | undefined {
    const { quotas, now, elapsedMs } = this.#parts
    const rate = limit && rateOf(limit)
    const nowMs = elapsedMs()
    const waitMs = rate === undefined ? 0 : this.#rates.waitMs(id, rate, units, nowMs)
    if (waitMs > 0) return overLimit('requests per second', waitMs)
    const day = dayOf(now())
    if (dailyUnits !== undefined && quotas.used(id, day, dailyUnits) + units > dailyUnits) {
      return overLimit('requests per day', (day + 1) * dayMs - now())
    }
    if (rate !== undefined) this.#rates.spend(id, rate, units, nowMs)
    quotas.add(id, day, { units })
    return undefined
  }

  #chargeTo({ id, rate: limit, dailyUnits }: ApiKey, { units, work }: Charge): Refusal | undefined {
    const { quotas, now, elapsedMs } = this.#parts
    const day = dayOf(now())
    quotas.add(id, day, { ...work, calls: 1, units })
    if (units === 0) return undefined
    const waitMs = limit && this.#rates.charge(id, rateOf(limit), units, elapsedMs())
    if (waitMs !== undefined) return overLimit('requests per second', waitMs)
    const isUsedUp = dailyUnits !== undefined && quotas.used(id, day, dailyUnits) >= dailyUnits
    return isUsedUp ? overLimit('requests per day', (day + 1) * dayMs - now()) : undefined
  }
}

const rateOf = ({ unitsPerSecond, burst }: RateLimit): Rate => ({ burst, perSecond: unitsPerSecond })
