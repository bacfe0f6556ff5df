import type { Hash } from '../primitives/bytes.ts'
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

export function findTransaction(hash: Hash, { store, blocks }: SearchedChain): FoundTransaction | undefined {
  const place = placeOf(store, hash)
  if (place === undefined) return undefined
  const { index } = place
  const block = blocks.expectCanonical(place.blockNumber)
  return { block, index, transaction: block.transactions[index]!, receipt: block.receipts[index]! }
}
