import type { Log } from '../../evm/log.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { ChangedTables, PostponedChange } from '../../store/postponedChange.ts'
import type { Batch } from '../../store/store.ts'
import {
  addPosting,
  offsetOf,
  offsetsOf,
  postingKey,
  putPosting,
  removePosting,
  stretchOf,
} from './postings.ts'
import { eachTerm, termsOf } from './terms.ts'

/** Estimated bytes of a log in memory. */
const logWeight = 500

/** The postings of one block's logs, to be added or removed. */
export class BlockPostings implements PostponedChange {
  readonly weight: number
  readonly blockNumber: number
  readonly #receipts: readonly Receipt[]
  readonly #isAdded: boolean

  constructor(blockNumber: number, receipts: readonly Receipt[], isAdded: boolean) {
    this.blockNumber = blockNumber
    this.#receipts = receipts
    this.#isAdded = isAdded
    let logs = 0
    for (const receipt of receipts) logs += receipt.logs.length
    this.weight = logs * logWeight
  }

  get logs(): Log[] {
    return this.#receipts.flatMap(({ logs }) => logs)
  }

  /** A store in memory makes the change when the index is next read, together with those of other blocks. */
  postpone(batch: Batch): boolean {
    return this.weight === 0 || batch.postpone?.('logIndex', this) === true
  }

  makeIn(batch: Batch): void {
    for (const term of termsOf(this.logs)) {
      if (this.#isAdded) addPosting(batch, term, this.blockNumber)
      else removePosting(batch, term, this.blockNumber)
    }
  }

  /** Reads and writes each posting once, however many of the blocks have its term. */
  makeAll(changes: readonly PostponedChange[], table: ChangedTables): void {
    const stretches = new Map<number, ChangedPostings>()
    for (const change of changes) {
      if (!(change instanceof BlockPostings)) continue
      change.#collect(
        getOrCreate(stretches, stretchOf(change.blockNumber), () => new Map()),
        table,
      )
    }
    for (const postings of stretches.values()) {
      for (const { key, offsets } of postings.values()) {
        if (offsets.size > 0) putPosting(table, key, Uint8Array.from(offsets).sort())
        else table.delete('logIndex', key)
      }
    }
    const others = changes.filter((change) => !(change instanceof BlockPostings))
    others[0]?.makeAll(others, table)
  }

  /** Most terms are those of an earlier block of the stretch, for which nothing is made. */
  #collect(postings: ChangedPostings, table: ChangedTables): void {
    const offset = offsetOf(this.blockNumber)
    eachTerm(this.logs, (id, make) => {
      let posting = postings.get(id)
      if (posting === undefined) {
        const key = postingKey(make(), stretchOf(this.blockNumber))
        posting = { key, offsets: storedOffsets(table, key) }
        postings.set(id, posting)
      }
      if (this.#isAdded) posting.offsets.add(offset)
      else posting.offsets.delete(offset)
    })
  }
}

/** By the ids of their terms, all of one stretch. */
type ChangedPostings = Map<string, ChangedPosting>

interface ChangedPosting {
  readonly key: Uint8Array
  readonly offsets: Set<number>
}

function storedOffsets(table: ChangedTables, key: Uint8Array): Set<number> {
  const record = table.get('logIndex', key)
  return new Set(record && offsetsOf(key, record))
}
