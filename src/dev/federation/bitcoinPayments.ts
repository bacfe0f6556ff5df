import { paidScriptHash } from '../../bitcoin/scripts/outputScripts.ts'
import { type BitcoinTransaction, transactionIdOf } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { BitcoinBackend } from '../bitcoin/bitcoinBackend.ts'
import { transactionsOf } from '../bitcoin/chain/chainBlock.ts'

/** A transaction in a block of the best Bitcoin chain with at least one output to a script hash. */
export interface BitcoinPayment {
  /** In printed order, as the block's hash. */
  readonly id: Uint8Array
  readonly transaction: BitcoinTransaction
  /** Position in the block. */
  readonly index: number
  readonly blockHash: Uint8Array
  readonly height: number
}

interface FollowedBlock {
  readonly hash: Uint8Array
  readonly height: number
  readonly payments: readonly BitcoinPayment[]
}

/** Blocks below the tip that the first call reads, and the maximum kept. */
const blocksAtStart = 500
const maximumBlocks = 5_000

/** Follows the best Bitcoin chain and collects payments that a federation may have received. */
export class BitcoinPayments {
  readonly #bitcoin: BitcoinBackend
  #blocks: FollowedBlock[] = []

  constructor(bitcoin: BitcoinBackend) {
    this.#bitcoin = bitcoin
  }

  /** Reads new blocks and drops those that a reorganisation abandoned. */
  async follow(): Promise<void> {
    const bitcoin = this.#bitcoin
    const tip = await bitcoin.height()
    for (let last = this.#blocks.at(-1); last !== undefined; last = this.#blocks.at(-1)) {
      if (last.height <= tip && equalBytes(await bitcoin.blockHash(last.height), last.hash)) break
      this.#blocks.pop()
    }
    const next = (this.#blocks.at(-1)?.height ?? Math.max(0, tip - blocksAtStart)) + 1
    for (let height = next; height <= tip; height++) {
      const hash = await bitcoin.blockHash(height)
      const transactions = transactionsOf(await bitcoin.block(hash))
      this.#blocks.push({ hash, height, payments: paymentsIn(transactions, hash, height) })
    }
    if (this.#blocks.length > maximumBlocks) this.#blocks = this.#blocks.slice(-maximumBlocks)
  }

  /** The payments to one of the scripts, oldest first. */
  to(scripts: readonly Uint8Array[]): BitcoinPayment[] {
    const wanted = new Set(scripts.map(toHexDigits))
    return this.#blocks
      .flatMap(({ payments }) => payments)
      .filter(({ transaction }) => transaction.outputs.some(({ script }) => wanted.has(toHexDigits(script))))
  }
}

const paymentsIn = (
  transactions: readonly BitcoinTransaction[],
  blockHash: Uint8Array,
  height: number,
): BitcoinPayment[] =>
  transactions.flatMap((transaction, index) =>
    transaction.outputs.some(({ script }) => paidScriptHash(script) !== undefined)
      ? [{ id: transactionIdOf(transaction), transaction, index, blockHash, height }]
      : [],
  )
