import { AccessTracker } from '../../state/accessTracker.ts'

/** The used parts of an account, and whether they were written. */
type PartUses = ReadonlyMap<string, boolean>

/** The accounts and cells that one transaction read or wrote, in a form that can be iterated. */
export class TransactionAccess extends AccessTracker {
  readonly #accounts = new Map<string, Map<string, boolean>>()

  override read(address: string, part: string): void {
    const parts = this.#partsOf(address)
    if (!parts.has(part)) parts.set(part, false)
  }

  override write(address: string, part: string): void {
    this.#partsOf(address).set(part, true)
  }

  accounts(): Iterable<readonly [address: string, parts: PartUses]> {
    return this.#accounts
  }

  #partsOf(address: string): Map<string, boolean> {
    const known = this.#accounts.get(address)
    if (known !== undefined) return known
    const parts = new Map<string, boolean>()
    this.#accounts.set(address, parts)
    return parts
  }
}
