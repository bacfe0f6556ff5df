import type { SublistGasLimits } from '../../execution/block/sublists.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { AccessTracker } from '../../state/accessTracker.ts'

/*
 * Which lists of a block use which keys (RSKIP144). A set of lists is a bit mask: list 0 is 1, list 1 is 2, and so on.
 * One number holds two sets for each key, the readers in the low eight bits and the writers above them.
 */

const writerShift = 8
const everyList = (1 << writerShift) - 1

/** A set of lists as a bit mask. */
type Lists = number

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

/** A transaction that was executed and is to be put into a list. */
export interface TriedTransaction {
  readonly transaction: Transaction
  readonly gasLimit: number
  readonly gasUsed: number
  readonly access: TransactionAccess
  /** Whether it called a contract that only the sequential list may call. */
  readonly isSequentialOnly: boolean
}

/**
 * Divides a block's transactions into parallel lists and a sequential one that runs last (RSKIP144). A transaction
 * that conflicts with one parallel list joins it; one that conflicts with several joins the sequential list; any
 * other joins the parallel list with the least gas. Transactions of one sender conflict by their nonces, so they
 * stay in order.
 */
export class SublistPlan {
  readonly #parallel: PlannedList[]
  readonly #sequential: PlannedList
  readonly #access = new ListAccess()

  /** Without parallel lists all transactions stay in the order of their arrival. */
  constructor(limits: SublistGasLimits, parallelLists: number) {
    this.#parallel = Array.from({ length: parallelLists }, (_, bit) => new PlannedList(bit, limits.parallel))
    this.#sequential = new PlannedList(parallelLists, limits.sequential)
  }

  /** The highest gas limit that still fits into a list. */
  get room(): number {
    return Math.max(this.#sequential.room, ...this.#parallel.map(({ room }) => room))
  }

  get size(): number {
    return this.#parallel.reduce((sum, { size }) => sum + size, this.#sequential.size)
  }

  /** The transactions of all lists in the order of the block. */
  get transactions(): Transaction[] {
    return [...this.#parallel, this.#sequential].flatMap(({ transactions }) => transactions)
  }

  /** The positions where the parallel lists end; empty lists are left out. */
  get edges(): number[] {
    const edges: number[] = []
    let end = 0
    for (const { size } of this.#parallel) {
      if (size === 0) continue
      end += size
      edges.push(end)
    }
    return edges
  }

  /** Puts a transaction into its list; false if that list is full. */
  place(tried: TriedTransaction): boolean {
    const list = this.#listFor(tried)
    if (list.room < tried.gasLimit) return false
    list.add(tried)
    this.#access.add(tried.access, list.bit)
    return true
  }

  #listFor({ access, gasLimit, isSequentialOnly }: TriedTransaction): PlannedList {
    if (isSequentialOnly || this.#parallel.length === 0) return this.#sequential
    const conflicts = this.#access.conflictsOf(access)
    const list = conflicts === 0 ? this.#leastUsed(gasLimit) : this.#onlyOneOf(conflicts)
    return list !== undefined && list.room >= gasLimit ? list : this.#sequential
  }

  #leastUsed(gasLimit: number): PlannedList | undefined {
    const withRoom = this.#parallel.filter(({ room }) => room >= gasLimit)
    return withRoom.sort((a, b) => a.gasUsed - b.gasUsed)[0]
  }

  #onlyOneOf(conflicts: Lists): PlannedList | undefined {
    return this.#parallel.find(({ bit }) => conflicts === 1 << bit)
  }
}

class PlannedList {
  readonly bit: number
  readonly transactions: Transaction[] = []
  readonly #gasLimit: number
  gasUsed = 0

  constructor(bit: number, gasLimit: number) {
    this.bit = bit
    this.#gasLimit = gasLimit
  }

  get size(): number {
    return this.transactions.length
  }

  get room(): number {
    return this.#gasLimit - this.gasUsed
  }

  add({ transaction, gasUsed }: TriedTransaction): void {
    this.transactions.push(transaction)
    this.gasUsed += gasUsed
  }
}
