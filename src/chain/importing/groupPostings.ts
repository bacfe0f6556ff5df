import type { Log } from '../../evm/log.ts'
import type { Batch } from '../../store/store.ts'
import { addPostings, offsetOf, stretchOf } from '../logs/postings.ts'
import { eachTerm, type Term } from '../logs/terms.ts'

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
    if (logs.length === 0) return
    const stretch = stretchOf(blockNumber)
    if (stretch !== this.#stretch) this.writeTo(batch)
    this.#stretch = stretch
    const offset = offsetOf(blockNumber)
    eachTerm(logs, (id, make) => {
      const known = this.#terms.get(id)
      if (known === undefined) this.#terms.set(id, { term: make(), offsets: [offset] })
      else if (known.offsets.at(-1) !== offset) known.offsets.push(offset)
    })
  }

  /** Called before other changes of the log index, and when the group is saved. */
  writeTo(batch: Batch): void {
    for (const { term, offsets } of this.#terms.values()) addPostings(batch, term, this.#stretch, offsets)
    this.#terms.clear()
  }
}
