import type { RateLimit } from '../keys/apiKey.ts'
import { overLimit, type Refusal } from '../refusals/refusals.ts'
import type { Allowance, Spender } from './allowance.ts'
import { RateLimiter } from './rateLimiter.ts'

/** Of one address: far more than a person needs, and less than a server has. */
const guestRate: RateLimit = { unitsPerSecond: 20_000, burst: 100_000 }

/** Bounds callers without keys by the addresses that they ask from. */
export class GuestAllowance implements Allowance {
  readonly #now: () => number
  readonly #rates = new RateLimiter()

  constructor(now: () => number) {
    this.#now = now
  }

  spend({ address }: Spender, units: number): Refusal | undefined {
    const now = this.#now()
    const waitMs = this.#rates.waitMs(address, guestRate, units, now)
    if (waitMs > 0) return overLimit('requests per second', waitMs)
    this.#rates.spend(address, guestRate, units, now)
    return undefined
  }
}
