import type { SublistGasLimits } from '../../execution/block/sublists.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { ListAccess, type Lists } from './listAccess.ts'
import type { TransactionAccess } from './transactionAccess.ts'

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
