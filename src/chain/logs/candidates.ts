import type { Reader } from '../../store/store.ts'
import { PostingCursor } from './postingCursor.ts'
import { firstOf, type Posting, stretchBlocks, stretchOf } from './postings.ts'
import type { WatchSearch } from './searchStep.ts'
import type { Term } from './terms.ts'

export interface CandidateQuery {
  /** A block must have one term of each list. */
  readonly conditions: readonly (readonly Term[])[]
  readonly fromBlock: number
  readonly toBlock: number
  /** Told of postings before they are read. */
  readonly onStep?: WatchSearch | undefined
}

/**
 * The numbers of the blocks that have a term of every condition, ascending, in a list for each stretch. Each condition
 * seeks its next stretch at or after the furthest one found, so the work depends on the rarest condition and not on the
 * range.
 */
export function* candidateBlocks(
  reader: Reader,
  { conditions, fromBlock, toBlock, onStep }: CandidateQuery,
): Generator<readonly number[], void, undefined> {
  const lastStretch = stretchOf(toBlock)
  let stretch = stretchOf(fromBlock)
  const onRead = (postings: number): void =>
    onStep?.({ next: Math.min(Math.max(fromBlock, firstOf(stretch)), toBlock + 1), postings })
  const unions = conditions.map((terms) => new PostingUnion(reader, terms, lastStretch, onRead))
  while (true) {
    const postings: Posting[] = []
    for (const union of unions) {
      const posting = union.seek(stretch)
      if (posting === undefined) return
      postings.push(posting)
      stretch = posting.stretch
    }
    // `stretch` is the furthest now; when the first condition has not reached it, all seek again.
    if (postings[0]!.stretch < stretch) continue
    const first = firstOf(stretch)
    const numbers = Array.from(commonOffsets(postings), (offset) => first + offset)
    yield numbers.filter((number) => number >= fromBlock && number <= toBlock)
    stretch++
  }
}

/** The united postings of alternative terms. A step reads only the terms that have a posting in the stretch that it leaves. */
class PostingUnion {
  readonly #onRead: (postings: number) => void
  /** Until the first step. */
  #unread: readonly PostingCursor[]
  /** Those that have not ended, as a binary heap: none has a posting before that of its parent. */
  readonly #heap: PostingCursor[] = []

  constructor(
    reader: Reader,
    terms: readonly Term[],
    lastStretch: number,
    onRead: (postings: number) => void,
  ) {
    this.#unread = terms.map((term) => new PostingCursor(reader, term, lastStretch, onRead))
    this.#onRead = onRead
  }

  /** The first posting of this stretch or a later one. Callers ask for ascending stretches. */
  seek(stretch: number): Posting | undefined {
    if (this.#unread.length > 0) this.#begin(stretch)
    const heap = this.#heap
    while (heap.length > 0 && heap[0]!.stretch < stretch) {
      this.#onRead(1)
      if (heap[0]!.seek(stretch) === undefined) {
        const last = heap.pop()!
        if (heap.length === 0) return undefined
        heap[0] = last
      }
      this.#sink()
    }
    return heap.length === 0 ? undefined : this.#nearest()
  }

  #begin(stretch: number): void {
    this.#onRead(this.#unread.length)
    const found = this.#unread.filter((cursor) => cursor.seek(stretch) !== undefined)
    this.#unread = []
    // An ascending list is a heap.
    this.#heap.push(...found.sort((a, b) => a.stretch - b.stretch))
  }

  /** Moves the first cursor down to its place. */
  #sink(): void {
    const heap = this.#heap
    const moved = heap[0]!
    let at = 0
    while (true) {
      const left = 2 * at + 1
      if (left >= heap.length) break
      const right = left + 1
      const child = right < heap.length && heap[right]!.stretch < heap[left]!.stretch ? right : left
      if (heap[child]!.stretch >= moved.stretch) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = moved
  }

  /** The union of the postings in the stretch of the first cursor; those cursors are at the top of the heap. */
  #nearest(): Posting {
    const heap = this.#heap
    const first = heap[0]!.current!
    const isNearest = (at: number): boolean => at < heap.length && heap[at]!.stretch === first.stretch
    if (!isNearest(1) && !isNearest(2)) return first
    const isPresent = new Uint8Array(stretchBlocks)
    const places = [0]
    for (let at = places.pop(); at !== undefined; at = places.pop()) {
      for (const offset of heap[at]!.current!.offsets) isPresent[offset] = 1
      for (const child of [2 * at + 1, 2 * at + 2]) if (isNearest(child)) places.push(child)
    }
    const offsets = Uint8Array.from(isPresent.keys()).filter((offset) => isPresent[offset] === 1)
    return { stretch: first.stretch, offsets }
  }
}

function commonOffsets([first, ...others]: readonly Posting[]): Uint8Array {
  let common = first!.offsets
  for (const { offsets } of others) {
    const present = new Set(offsets)
    common = common.filter((offset) => present.has(offset))
  }
  return common
}
