import { getOrCreate } from '../../primitives/getOrCreate.ts'
import type { TransactionAccess } from './transactionAccess.ts'

/*
 * Which lists of a block use which keys (RSKIP144). A set of lists is a bit mask: list 0 is 1, list 1 is 2, and so on.
 * One number holds two sets for each key, the readers in the low eight bits and the writers above them.
 */

const writerShift = 8
const everyList = (1 << writerShift) - 1

/** A set of lists as a bit mask. */
export type Lists = number

export class ListAccess {
  /** Address → part → lists that used it. */
  readonly #users = new Map<string, Map<string, number>>()

  /** The lists that must not run in parallel with this access. */
  conflictsOf(access: TransactionAccess): Lists {
    let conflicts = 0
    for (const [address, parts] of access.accounts()) {
      const users = this.#users.get(address)
      if (users === undefined) continue
      for (const [part, written] of parts) {
        const both = users.get(part) ?? 0
        const writers = both >> writerShift
        conflicts |= written ? writers | (both & everyList) : writers
      }
    }
    return conflicts
  }

  add(access: TransactionAccess, list: number): void {
    for (const [address, parts] of access.accounts()) {
      const users = getOrCreate(this.#users, address, () => new Map<string, number>())
      for (const [part, written] of parts) {
        users.set(part, (users.get(part) ?? 0) | (1 << (written ? list + writerShift : list)))
      }
    }
  }
}
