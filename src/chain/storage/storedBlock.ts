import type { Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { HeaderRecord } from './headerRecord.ts'
import type { BlockBody } from './storedBody.ts'

/** Reads the parts of a block that its header record lacks. */
interface BlockReader {
  body(hash: Hash): BlockBody
  receipts(hash: Hash): readonly Receipt[]
}

/**
 * A stored block of any branch. Its body and receipts are read on use and held by the caches only, so that long lists
 * of blocks take little memory.
 */
export class StoredBlock implements Block {
  readonly record: HeaderRecord
  readonly header: BlockHeader
  readonly hash: Hash
  readonly number: number
  readonly totalDifficulty: bigint
  readonly #reader: BlockReader

  constructor(record: HeaderRecord, reader: BlockReader) {
    this.record = record
    this.header = record.header
    this.hash = record.header.hash
    this.number = record.header.number
    this.totalDifficulty = record.totalDifficulty
    this.#reader = reader
  }

  get transactions(): readonly Transaction[] {
    return this.#reader.body(this.hash).transactions
  }

  get uncles(): readonly BlockHeader[] {
    return this.#reader.body(this.hash).uncles
  }

  get receipts(): readonly Receipt[] {
    return this.#reader.receipts(this.hash)
  }
}
