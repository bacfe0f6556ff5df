import type { Hash } from '../../primitives/bytes.ts'
import { writeShortNumber } from '../../primitives/shortNumber.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { Batch, Reader, Store } from '../../store/store.ts'
import type { Blocks } from './blocks.ts'
import { NumberReader, numbersLength } from './numbers.ts'
import { getSealed, sealRecord } from './sealedRecord.ts'
import type { StoredBlock } from './storedBlock.ts'

/** The place of a transaction in the canonical chain. */
export interface TransactionPlace {
  readonly blockNumber: number
  readonly index: number
}

export function putPlace(batch: Batch, transaction: Hash, place: TransactionPlace): void {
  batch.put('transactions', transaction, sealRecord(transaction, encodePlaceRecord(place)))
}

export function encodePlaceRecord({ blockNumber, index }: TransactionPlace): Uint8Array {
  const bytes = new Uint8Array(numbersLength([blockNumber, index]))
  writeShortNumber(bytes, writeShortNumber(bytes, 0, blockNumber), index)
  return bytes
}

export function placeOf(reader: Reader, transaction: Hash): TransactionPlace | undefined {
  const content = getSealed(reader, 'transactions', transaction)
  return content && decodePlace(content)
}

function decodePlace(content: Uint8Array): TransactionPlace {
  const numbers = new NumberReader(content, 'place')
  return { blockNumber: numbers.next(), index: numbers.next() }
}

/** A transaction of the canonical chain by its place; it and its receipt are read on use. */
export class FoundTransaction {
  readonly block: StoredBlock
  readonly index: number

  constructor(block: StoredBlock, index: number) {
    this.block = block
    this.index = index
  }

  get transaction(): Transaction {
    return this.block.transactions[this.index]!
  }

  get receipt(): Receipt {
    return this.block.receipts[this.index]!
  }
}

interface SearchedChain {
  readonly store: Store
  readonly blocks: Blocks
}

export function findTransaction(hash: Hash, { store, blocks }: SearchedChain): FoundTransaction | undefined {
  const place = placeOf(store, hash)
  return place && new FoundTransaction(blocks.expectCanonical(place.blockNumber), place.index)
}
