import type { Address } from '../../../primitives/bytes.ts'
import { addressKey } from '../../../primitives/mapKeys.ts'

/** More accounts than this are refused, to bound the memory. */
const maximumAccounts = 100_000

/** The accounts of a development chain whose transactions need no signature. */
export class Impersonation {
  readonly #clock: () => number
  /** Account → the time when its impersonation ends. */
  readonly #accounts = new Map<string, number>()
  /** Whether every account is impersonated. */
  isAutomatic: boolean

  /** `clock` gives milliseconds. */
  constructor({ isAutomatic, clock }: { readonly isAutomatic: boolean; readonly clock: () => number }) {
    this.isAutomatic = isAutomatic
    this.#clock = clock
  }

  start(account: Address, durationMs = Number.POSITIVE_INFINITY): void {
    if (this.#accounts.size >= maximumAccounts) throw new RangeError('too many accounts are impersonated')
    this.#accounts.set(addressKey(account), this.#clock() + durationMs)
  }

  /** Returns whether the account was impersonated. */
  stop(account: Address): boolean {
    return this.#accounts.delete(addressKey(account))
  }

  covers(account: Address): boolean {
    return this.isAutomatic || this.#clock() < (this.#accounts.get(addressKey(account)) ?? 0)
  }
}
