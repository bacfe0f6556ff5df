import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { AccessTracker } from '../../state/accessTracker.ts'

/** The used parts of an account, and whether they were written. */
type PartUses = ReadonlyMap<string, boolean>

const noParts = (): Map<string, boolean> => new Map()

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
    return getOrCreate(this.#accounts, address, noParts)
  }
}
