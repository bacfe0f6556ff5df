import { BoundedMap } from '../../primitives/boundedMap.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'

/** Own blocks that may still be abandoned by a reorganisation. */
const rememberedBlocks = 1_000
const rememberedTransactions = 10_000
/** A transaction is excluded after this many own blocks with it have been abandoned. */
const maximumLosses = 3

const unlimited = Number.POSITIVE_INFINITY

/** The transactions of a block without the payment to the miners, which is the last. */
export const chosenTransactions = ({ transactions }: Block): readonly Transaction[] =>
  transactions.slice(0, -1)

/**
 * Finds the transactions for which blocks of ours are not accepted, and excludes them from later blocks.
 *
 * The rejection of a block does not name the transaction at fault. So the next block has at most half as many;
 * each accepted block doubles the number again. A transaction that is rejected alone is the one at fault.
 *
 * Other nodes do not report that they reject a block: they build another branch. A transaction that was in several of
 * our abandoned blocks, and in no block of the branches that replaced them, counts as rejected by the network.
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

  isExcluded({ hash }: Transaction): boolean {
    return this.#excluded.size > 0 && this.#excluded.has(wordKey(hash))
  }

  exclude({ hash }: Transaction): void {
    this.#excluded.set(wordKey(hash), true)
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
   * The adopted blocks have taken the place of the abandoned ones. Returns the transactions that the network does not
   * accept. Without an adopted block the chain was rewound by its operator, so the network has not judged the blocks.
   */
  abandoned(abandoned: readonly Block[], adopted: readonly Block[]): Transaction[] {
    if (adopted.length === 0) return []
    const own = abandoned.filter(({ header }) => this.#ownBlocks.has(wordKey(header.hash)))
    if (own.length === 0) return []
    const included = new Set(adopted.flatMap(chosenTransactions).map(({ hash }) => wordKey(hash)))
    return own.flatMap(chosenTransactions).filter((transaction) => {
      const key = wordKey(transaction.hash)
      if (included.has(key)) return false
      const losses = (this.#losses.get(key) ?? 0) + 1
      this.#losses.set(key, losses)
      if (losses < maximumLosses) return false
      this.exclude(transaction)
      return true
    })
  }

  clear(): void {
    this.#excluded.clear()
    this.#losses.clear()
    this.#ownBlocks.clear()
    this.#maximumTransactions = unlimited
  }
}
