import type { Address } from '../../primitives/bytes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { toHexDigits } from '../../primitives/hex.ts'

/**
 * Which API keys created, imported or unlocked an account of the wallet. Other keys neither see such an account nor get
 * its private key. A client without a key sees every account, and so does every client the accounts without an owner,
 * which are those of the configuration.
 */
export class AccountOwners {
  readonly #owners = new Map<string, Set<string>>()

  /** `owner` is the name of the key; undefined for a client without a key. */
  add(account: Address, owner: string | undefined): void {
    if (owner === undefined) return
    getOrCreate(this.#owners, toHexDigits(account), () => new Set<string>()).add(owner)
  }

  isVisible(account: Address, owner: string | undefined): boolean {
    if (owner === undefined) return true
    return this.#owners.get(toHexDigits(account))?.has(owner) ?? true
  }

  /** Whether a key owns the account. */
  has(account: Address): boolean {
    return this.#owners.has(toHexDigits(account))
  }
}
