import type { Address } from '../../../primitives/bytes.ts'
import { addressKey } from '../../../primitives/mapKeys.ts'

/** More accounts than this are refused, to bound the memory. */
const maximumAccounts = 10_000

interface AddedAccount {
  readonly address: Address
  readonly passphrase: string
}

/**
 * Accounts without keys that a client added under a passphrase, as Ganache's `evm_addAccount` does. While one is
 * unlocked, its transactions need no signature.
 */
export class AddedAccounts {
  readonly #impersonation: Impersonation
  readonly #accounts = new Map<string, AddedAccount>()

  constructor(impersonation: Impersonation) {
    this.#impersonation = impersonation
  }

  get addresses(): Address[] {
    return Array.from(this.#accounts.values(), ({ address }) => address)
  }

  has(address: Address): boolean {
    return this.#accounts.has(addressKey(address))
  }

  /** False if the account was added before. */
  add(address: Address, passphrase: string): boolean {
    if (this.has(address)) return false
    if (this.#accounts.size >= maximumAccounts) throw new RangeError('too many accounts were added')
    this.#accounts.set(addressKey(address), { address, passphrase })
    return true
  }

  /** False if the account was not added. Throws `RangeError` for another passphrase. */
  remove(address: Address, passphrase: string): boolean {
    if (!this.has(address)) return false
    this.#check(address, passphrase)
    this.#impersonation.stop(address)
    return this.#accounts.delete(addressKey(address))
  }

  /** Unlocks until the account is locked again, or for some time. Throws `RangeError` for another passphrase. */
  unlock(address: Address, passphrase: string, durationMs = Number.POSITIVE_INFINITY): void {
    this.#check(address, passphrase)
    this.#impersonation.start(address, durationMs)
  }

  /** False if the account was not unlocked. */
  lock(address: Address): boolean {
    return this.#impersonation.stop(address)
  }

  #check(address: Address, passphrase: string): void {
    if (this.#accounts.get(addressKey(address))?.passphrase === passphrase) return
    throw new RangeError('the passphrase is not that of the account')
  }
}

/** More accounts than this are refused, to bound the memory. */
const maximumImpersonated = 100_000

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
    if (this.#accounts.size >= maximumImpersonated) throw new RangeError('too many accounts are impersonated')
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
