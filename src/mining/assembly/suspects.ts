import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'

/** Own blocks that may still be abandoned by a reorganisation. */
const rememberedBlocks = 1_000
const rememberedTransactions = 10_000
/** Own blocks leave a transaction out after this many of them with it have been abandoned. */
const maximumLosses = 3

const keyOf = ({ hash }: Transaction): string => wordKey(hash)

const unlimited = Number.POSITIVE_INFINITY

/** The transactions of a block without the payment to the miners, which is the last. */
export const chosenTransactions = ({ transactions }: Block): readonly Transaction[] =>
  transactions.slice(0, -1)

/**
 * Finds the transactions for which blocks of ours are not accepted, so that later blocks leave them out.
 *
 * The rejection of a block does not name the transaction at fault. So the next block has at most half as many;
 * each accepted block doubles the number again. A transaction that is rejected alone is the one at fault.
 *
 * Other nodes do not report that they reject a block: they build another branch. A transaction that was in several of
 * our abandoned blocks, and in no block of the branches that replaced them, may be the cause. It stays in the pool,
 * because other miners may include it.
 */
export class Suspects {
  readonly #excluded = new BoundedMap<string, true>(rememberedTransactions)
  readonly #losses = new BoundedMap<string, number>(rememberedTransactions)
  readonly #ownBlocks = new BoundedMap<string, true>(rememberedBlocks)
  #maximumTransactions = unlimited

  /** How many transactions the next block may have, without the payment to the miners. */
  get maximumTransactions(): number {
    return this.#maximumTransactions
  }

  /** Whether every transaction may be in a block. */
  get isEmpty(): boolean {
    return this.#excluded.size === 0 && this.#losses.size === 0
  }

  /** Whether no block can have the transaction. */
  isExcluded(transaction: Transaction): boolean {
    return this.#excluded.size > 0 && this.#excluded.has(keyOf(transaction))
  }

  /** Whether blocks of ours leave the transaction out, because the network may reject them for it. */
  isAvoided(transaction: Transaction): boolean {
    return this.#losses.size > 0 && (this.#losses.get(keyOf(transaction)) ?? 0) >= maximumLosses
  }

  exclude(transaction: Transaction): void {
    this.#excluded.set(keyOf(transaction), true)
  }

  /** A block that was assembled here has been stored. */
  accepted({ header }: Block): void {
    this.#ownBlocks.set(wordKey(header.hash), true)
    const doubled = 2 * this.#maximumTransactions
    this.#maximumTransactions = doubled > rememberedTransactions ? unlimited : doubled
  }

  /**
   * A block that was assembled here has been rejected because of its transactions. Returns the one at fault, if
   * known.
   */
  rejected(block: Block): Transaction | undefined {
    const chosen = chosenTransactions(block)
    // The block was assembled before the number was lowered for another.
    if (chosen.length > this.#maximumTransactions) return undefined
    const [first, second] = chosen
    if (first === undefined) return undefined
    if (second !== undefined) {
      this.#maximumTransactions = chosen.length >> 1
      return undefined
    }
    this.exclude(first)
    this.#maximumTransactions = unlimited
    return first
  }

  /**
   * The adopted blocks have taken the place of the abandoned ones. Without an adopted block the chain was rewound by
   * its operator, so the network has not judged the blocks.
   */
  abandoned(abandoned: readonly Block[], adopted: readonly Block[]): void {
    if (adopted.length === 0) return
    const own = abandoned.filter(({ header }) => this.#ownBlocks.has(wordKey(header.hash)))
    if (own.length === 0) return
    const included = new Set(adopted.flatMap(chosenTransactions).map(keyOf))
    for (const key of own.flatMap(chosenTransactions).map(keyOf)) {
      if (!included.has(key)) this.#losses.set(key, (this.#losses.get(key) ?? 0) + 1)
    }
  }

  clear(): void {
    this.#excluded.clear()
    this.#losses.clear()
    this.#ownBlocks.clear()
    this.#maximumTransactions = unlimited
  }
}
