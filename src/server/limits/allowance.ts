import type { Rate } from '../../primitives/bounds/rate.ts'
import type { Work } from '../../rpc/budget/workMeter.ts'
import type { ApiKey } from '../keys/apiKey.ts'
import { overLimit, type Refusal } from '../refusals/refusals.ts'
import type { ClientLimits } from './limitHeaders.ts'
import { dayMs, dayOf, type QuotaStore } from './quotaStore.ts'
import { RateLimiter, type RateStore } from './rateStore.ts'

export interface Spender {
  readonly key: ApiKey | undefined
  /** The network address of the client's machine. */
  readonly address: string
}

/** Work that has been done for a client. */
export interface Charge {
  /** Units that have not been paid before the work was done. */
  readonly units: number
  readonly work: Work
  /** Calls that the work was done for. */
  readonly calls: number
}

/** Units of one address: the work of one thread, which is far more than a person needs and less than a server has. */
const guestRate: Rate = { burst: 100_000, perSecond: 20_000 }

export interface AllowanceParts {
  /** The days of keys; undefined for a server without keys. */
  readonly quotas?: QuotaStore
  /** Those of this process if absent. An address is never the id of a key, so both may have their rates in one store. */
  readonly rates?: RateStore | undefined
  /** Milliseconds since 1970; days end by this clock. */
  readonly now: () => number
  /** A monotonic clock; rates are measured by this one. */
  readonly elapsedMs: () => number
}

/**
 * The units that callers may still spend (docs/prices.md): keys by their grants, and others by their network addresses. A
 * refused request costs no more than what was paid before it was refused.
 */
export class Allowance {
  readonly #parts: AllowanceParts
  readonly #rates: RateStore

  constructor(parts: AllowanceParts) {
    this.#parts = parts
    this.#rates = parts.rates ?? new RateLimiter()
  }

  /** Spends the units, or returns why they are refused. `paid` units have been spent for the same request before. */
  spend({ key, address }: Spender, units: number, paid = 0): Refusal | undefined {
    const { quotas, now, elapsedMs } = this.#parts
    const client = key?.id ?? address
    const rate = rateOf(key)
    const nowMs = elapsedMs()
    const waitMs =
      rate === undefined ? 0 : this.#rates.waitMs(client, rate, neededOf(rate, units, paid), nowMs)
    if (waitMs > 0) return overLimit('units per second', waitMs)
    if (key !== undefined && quotas !== undefined) {
      const { id, dailyUnits } = key
      const day = dayOf(now())
      if (dailyUnits !== undefined && quotas.used(id, day, dailyUnits) + units > dailyUnits) {
        return overLimit('units per day', (day + 1) * dayMs - now())
      }
      quotas.add(id, day, { units })
    }
    if (rate !== undefined) this.#rates.spend(client, rate, units, nowMs)
    return undefined
  }

  /** What the client may spend now. */
  limitsOf({ key, address }: Spender): ClientLimits {
    const { elapsedMs } = this.#parts
    const rate = rateOf(key)
    if (rate === undefined) return { rate, day: this.#dayOf(key) }
    const { burst, perSecond } = rate
    const wholeInMs = this.#rates.waitMs(key?.id ?? address, rate, burst, elapsedMs())
    const units = burst - (wholeInMs * perSecond) / 1000
    return { rate: { of: rate, units, wholeInMs }, day: this.#dayOf(key) }
  }

  #dayOf(key: ApiKey | undefined): ClientLimits['day'] {
    const { quotas, now } = this.#parts
    if (key?.dailyUnits === undefined || quotas === undefined) return undefined
    const { id, dailyUnits } = key
    const day = dayOf(now())
    const units = dailyUnits - quotas.used(id, day, dailyUnits)
    return { of: dailyUnits, units, wholeInMs: (day + 1) * dayMs - now() }
  }

  /**
   * Charges work that cost more than was known before it. The client may run into debt, which delays its next requests;
   * when it owes as much as it may, the refusal of further work of the same request is returned.
   */
  charge({ key, address }: Spender, { units, work, calls }: Charge): Refusal | undefined {
    const { quotas, now, elapsedMs } = this.#parts
    const day = dayOf(now())
    if (key !== undefined) quotas?.add(key.id, day, { ...work, calls, units })
    if (units === 0) return undefined
    const rate = rateOf(key)
    const waitMs = rate && this.#rates.charge(key?.id ?? address, rate, units, elapsedMs())
    if (waitMs !== undefined) return overLimit('units per second', waitMs)
    if (key?.dailyUnits === undefined || quotas === undefined) return undefined
    const isUsedUp = quotas.used(key.id, day, key.dailyUnits) >= key.dailyUnits
    return isUsedUp ? overLimit('units per day', (day + 1) * dayMs - now()) : undefined
  }
}

/** A request of more units than the burst may be spent when everything is paid up, even if it is paid in parts. */
const neededOf = ({ burst }: Rate, units: number, paid: number): number =>
  Math.min(units + paid, burst) - paid

/** Undefined for a key without a limit. */
function rateOf(key: ApiKey | undefined): Rate | undefined {
  if (key === undefined) return guestRate
  return key.rate && { burst: key.rate.burst, perSecond: key.rate.unitsPerSecond }
}
