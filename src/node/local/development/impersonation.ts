import type { Address } from '../../../primitives/bytes.ts'
import { addressKey } from '../../../primitives/mapKeys.ts'

/** More accounts than this are refused, to bound the memory. */
const maximumAccounts = 100_000

/** The accounts of a development chain whose transactions need no signature. */
export class Impersonation {
  readonly #accounts = new Set<string>()
  /** Whether every account is impersonated. */
  isAutomatic: boolean

  constructor({ isAutomatic }: { readonly isAutomatic: boolean }) {
    this.isAutomatic = isAutomatic
  }

  start(account: Address): void {
    if (this.#accounts.size >= maximumAccounts) throw new RangeError('too many accounts are impersonated')
    this.#accounts.add(addressKey(account))
  }

  /** Returns whether the account was impersonated. */
  stop(account: Address): boolean {
    return this.#accounts.delete(addressKey(account))
  }

  covers(account: Address): boolean {
    return this.isAutomatic || this.#accounts.has(addressKey(account))
  }
}
