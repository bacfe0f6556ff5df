import { getOrCreate } from '../primitives/getOrCreate.ts'

/** A part of an account: one of three names, or the map key of a storage cell. */
export type Part = 'account' | 'marker' | 'code' | (string & {})

/** Receives every access to a state, by the map key of the address and the part of the account. */
export interface AccessObserver {
  read(address: string, part: Part): void
  /** Called before the change. */
  write(address: string, part: Part): void
}

/**
 * The trie keys that a list of transactions read and wrote (RSKIP144), including those of frames that were rolled back.
 * A trie key is represented by the map key of an address and a part of the account, which needs no hashing. Deleting an
 * account writes its account key only.
 */
export class AccessTracker implements AccessObserver {
  /** Address → part → whether it was written. */
  readonly #accounts = new Map<string, Map<string, boolean>>()

  read(address: string, part: Part): void {
    const parts = this.#partsOf(address)
    if (!parts.has(part)) parts.set(part, false)
  }

  write(address: string, part: Part): void {
    this.#partsOf(address).set(part, true)
  }

  /** Whether both used a key that at least one of them wrote: such lists must not run in parallel. */
  conflictsWith(other: AccessTracker): boolean {
    for (const [address, parts] of this.#accounts) {
      const otherParts = other.#accounts.get(address)
      if (otherParts !== undefined && partsConflict(parts, otherParts)) return true
    }
    return false
  }

  #partsOf(address: string): Map<string, boolean> {
    return getOrCreate(this.#accounts, address, () => new Map<string, boolean>())
  }
}

function partsConflict(mine: Map<string, boolean>, theirs: Map<string, boolean>): boolean {
  for (const [part, written] of mine) {
    const theirWritten = theirs.get(part)
    if (theirWritten !== undefined && (written || theirWritten)) return true
  }
  return false
}
