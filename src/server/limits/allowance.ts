import type { Rate } from '../../primitives/bounds/rate.ts'
import type { Work } from '../../rpc/budget/workMeter.ts'
import type { ApiKey, RateLimit } from '../keys/apiKey.ts'
import { overLimit, type Refusal } from '../refusals/refusals.ts'
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

/** The units that callers may still spend (docs/prices.md). A refused request costs no more than what was paid before it was refused. */
export interface Allowance {
  /** Spends the units, or returns why they are refused. `paid` units have been spent for the same request before. */
  spend(spender: Spender, units: number, paid?: number): Refusal | undefined
  /**
   * Charges work that cost more than was known before it. The client may run into debt, which delays its next requests;
   * when it owes as much as it may, the refusal of further work of the same request is returned.
   */
  charge(spender: Spender, charge: Charge): Refusal | undefined
}

/** Units of one address: the work of one thread, which is far more than a person needs and less than a server has. */
const guestRate: Rate = { burst: 100_000, perSecond: 20_000 }

/** Bounds callers without keys by their network addresses. */
export class GuestAllowance implements Allowance {
  readonly #elapsedMs: () => number
  readonly #rates: RateStore

  /** `elapsedMs` is a monotonic clock. An address is never the id of a key, so both may have their rates in one store. */
  constructor(elapsedMs: () => number, rates: RateStore = new RateLimiter()) {
    this.#elapsedMs = elapsedMs
    this.#rates = rates
  }

  spend({ address }: Spender, units: number, paid = 0): Refusal | undefined {
    const nowMs = this.#elapsedMs()
    const waitMs = this.#rates.waitMs(address, guestRate, neededOf(guestRate, units, paid), nowMs)
    if (waitMs > 0) return overLimit('units per second', waitMs)
    this.#rates.spend(address, guestRate, units, nowMs)
    return undefined
  }

  charge({ address }: Spender, { units }: Charge): Refusal | undefined {
    if (units === 0) return undefined
    const waitMs = this.#rates.charge(address, guestRate, units, this.#elapsedMs())
    return waitMs === undefined ? undefined : overLimit('units per second', waitMs)
  }
}

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

  spend({ key }: Spender, units: number, paid = 0): Refusal | undefined {
    return key && this.#spendOf(key, units, paid)
  }

  charge({ key }: Spender, charge: Charge): Refusal | undefined {
    return key && this.#chargeTo(key, charge)
  }

  #spendOf({ id, rate: limit, dailyUnits }: ApiKey, units: number, paid: number): Refusal | undefined {
    const { quotas, now, elapsedMs } = this.#parts
    const rate = limit && rateOf(limit)
    const nowMs = elapsedMs()
    const waitMs = rate === undefined ? 0 : this.#rates.waitMs(id, rate, neededOf(rate, units, paid), nowMs)
    if (waitMs > 0) return overLimit('units per second', waitMs)
    const day = dayOf(now())
    if (dailyUnits !== undefined && quotas.used(id, day, dailyUnits) + units > dailyUnits) {
      return overLimit('units per day', (day + 1) * dayMs - now())
    }
    if (rate !== undefined) this.#rates.spend(id, rate, units, nowMs)
    quotas.add(id, day, { units })
    return undefined
  }

  #chargeTo({ id, rate: limit, dailyUnits }: ApiKey, { units, work, calls }: Charge): Refusal | undefined {
    const { quotas, now, elapsedMs } = this.#parts
    const day = dayOf(now())
    quotas.add(id, day, { ...work, calls, units })
    if (units === 0) return undefined
    const waitMs = limit && this.#rates.charge(id, rateOf(limit), units, elapsedMs())
    if (waitMs !== undefined) return overLimit('units per second', waitMs)
    const isUsedUp = dailyUnits !== undefined && quotas.used(id, day, dailyUnits) >= dailyUnits
    return isUsedUp ? overLimit('units per day', (day + 1) * dayMs - now()) : undefined
  }
}

/** A request of more units than the burst may be spent when everything is paid up, even if it is paid in parts. */
const neededOf = ({ burst }: Rate, units: number, paid: number): number =>
  Math.min(units + paid, burst) - paid

const rateOf = ({ unitsPerSecond, burst }: RateLimit): Rate => ({ burst, perSecond: unitsPerSecond })
