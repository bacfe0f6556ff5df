import type { Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { HeaderRecord } from './headerRecord.ts'
import type { BlockBody } from './storedBody.ts'

/** Where the parts of a block that its header record lacks are found. */
interface BlockParts {
  body(hash: Hash): BlockBody
  receipts(hash: Hash): readonly Receipt[]
}

/**
 * A block of the store, of any branch. Its body and receipts are read when they are asked for and held by the
 * caches only, so that long lists of blocks weigh little.
 */
export class StoredBlock implements Block {
  readonly record: HeaderRecord
  readonly #parts: BlockParts

  constructor(record: HeaderRecord, parts: BlockParts) {
    this.record = record
    this.#parts = parts
  }

  get header(): BlockHeader {
    return this.record.header
  }

  get hash(): Hash {
    return this.record.header.hash
  }

  get number(): number {
    return this.record.header.number
  }

  get totalDifficulty(): bigint {
    return this.record.totalDifficulty
  }

  get transactions(): readonly Transaction[] {
    return this.#parts.body(this.hash).transactions
  }

  get uncles(): readonly BlockHeader[] {
    return this.#parts.body(this.hash).uncles
  }

  get receipts(): readonly Receipt[] {
    return this.#parts.receipts(this.hash)
  }
}
