import type { Log } from '../../evm/log.ts'
import type { Block } from '../../protocol/block.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Batch } from '../../store/store.ts'
import { addPosting, addPostings, offsetOf, removePosting, stretchOf } from '../logs/postings.ts'
import { eachTerm, type Term, termOf, termsOf } from '../logs/terms.ts'
import { deleteCanonical, putCanonical } from '../storage/canonicalHashes.ts'
import { putPlace } from '../storage/transactionPlace.ts'
import { indexParticipants, unindexParticipants } from '../traces/participants.ts'

/*
 * The indexes of the canonical chain: number → block, transaction → block, terms of logs and participants of
 * traces → blocks. Blocks join in ascending order and leave in descending order.
 */

/** `postings` takes the terms of the logs, to be written later. */
export function addToIndexes(
  batch: Batch,
  block: Block,
  receipts: readonly Receipt[],
  postings?: GroupPostings,
): void {
  const { number, hash } = block.header
  putCanonical(batch, number, hash)
  const { transactions } = block
  for (let index = 0; index < transactions.length; index++) {
    putPlace(batch, transactions[index]!.hash, { blockNumber: number, index })
  }
  const logs = logsIn(receipts)
  if (logs.length > 0) {
    if (postings !== undefined) postings.add(batch, number, logs)
    else for (const term of termsOf(logs)) addPosting(batch, term, number)
  }
  indexParticipants(batch, number)
}

const logsIn = (receipts: readonly Receipt[]): Log[] => receipts.flatMap(({ logs }) => logs)

/** Undoes `addToIndexes`. In a reorganisation, all abandoned blocks are removed before blocks are added. */
export function removeFromIndexes(batch: Batch, block: Block, receipts: readonly Receipt[]): void {
  const { number } = block.header
  unindexParticipants(batch, number)
  deleteCanonical(batch, number)
  for (const transaction of block.transactions) batch.delete('transactions', transaction.hash)
  for (const term of termsOf(logsIn(receipts))) removePosting(batch, term, number)
}

/**
 * The log index of a group's blocks, which join the canonical chain one after the other. Most terms of consecutive
 * blocks are the same, so their postings are written once per group and stretch instead of once per block.
 */
export class GroupPostings {
  readonly #terms = new Map<string, { readonly term: Term; readonly offsets: number[] }>()
  /** That of the blocks in the map. */
  #stretch = 0

  /** `batch` takes the postings of the stretch before. */
  add(batch: Batch, blockNumber: number, logs: readonly Log[]): void {
    const stretch = stretchOf(blockNumber)
    if (stretch !== this.#stretch) this.writeTo(batch)
    this.#stretch = stretch
    const offset = offsetOf(blockNumber)
    eachTerm(logs, (id, kind, word) => {
      const known = this.#terms.get(id)
      if (known === undefined) this.#terms.set(id, { term: termOf(kind, word), offsets: [offset] })
      else if (known.offsets.at(-1) !== offset) known.offsets.push(offset)
    })
  }

  /** Called before other changes of the log index, and when the group is saved. */
  writeTo(batch: Batch): void {
    for (const { term, offsets } of this.#terms.values()) addPostings(batch, term, this.#stretch, offsets)
    this.#terms.clear()
  }
}
