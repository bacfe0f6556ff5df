import type { Rate } from '../../primitives/bounds/rate.ts'
import { overLimit, type Refusal } from '../refusals/refusals.ts'
import type { Allowance, Charge, Spender } from './allowance.ts'
import { RateLimiter } from './rateLimiter.ts'
import type { RateStore } from './rateStore.ts'

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

  spend({ address }: Spender, units: number): Refusal | undefined {
    const nowMs = this.#elapsedMs()
    const waitMs = this.#rates.waitMs(address, guestRate, units, nowMs)
    if (waitMs > 0) return overLimit('requests per second', waitMs)
    this.#rates.spend(address, guestRate, units, nowMs)
    return undefined
  }

  charge({ address }: Spender, { units }: Charge): Refusal | undefined {
    if (units === 0) return undefined
    const waitMs = this.#rates.charge(address, guestRate, units, this.#elapsedMs())
    return waitMs === undefined ? undefined : overLimit('requests per second', waitMs)
  }
}
