import { equalBytes, type Hash } from '../primitives/bytes.ts'
import type { Receipt } from '../protocol/receipts.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import type { Store } from '../store/store.ts'
import type { Blocks } from './storage/blocks.ts'
import type { StoredBlock } from './storage/storedBlock.ts'
import { placeOf } from './storage/transactionPlace.ts'

/** A transaction of the canonical chain and its place. */
export interface FoundTransaction {
  readonly block: StoredBlock
  readonly index: number
  readonly transaction: Transaction
  readonly receipt: Receipt
}

interface SearchedChain {
  readonly store: Store
  readonly blocks: Blocks
}

/** Transactions of a block that are compared with a hash, which takes less time than to read the index. */
const mostCompared = 4

/** `firstNumber` is that of the chain's first block, which has no transaction of a client. */
export function findTransaction(
  hash: Hash,
  { store, blocks }: SearchedChain,
  firstNumber: number,
): FoundTransaction | undefined {
  // What a client of a local chain sent last is mostly in the head, which is in memory. A fork would fetch its first block.
  const isKept = store.version !== undefined && blocks.head.number > firstNumber
  const recent = isKept ? findIn(blocks.head, hash) : undefined
  if (recent !== undefined) return recent
  const place = placeOf(store, hash)
  return place && foundIn(blocks.expectCanonical(place.blockNumber), place.index)
}

function findIn(block: StoredBlock, hash: Hash): FoundTransaction | undefined {
  const { transactions } = block
  if (transactions.length > mostCompared) return undefined
  const index = transactions.findIndex((transaction) => equalBytes(transaction.hash, hash))
  return index < 0 ? undefined : foundIn(block, index)
}

const foundIn = (block: StoredBlock, index: number): FoundTransaction => ({
  block,
  index,
  transaction: block.transactions[index]!,
  receipt: block.receipts[index]!,
})
