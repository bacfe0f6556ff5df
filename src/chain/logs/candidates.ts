import type { Reader } from '../../store/store.ts'
import { PostingCursor } from './postingCursor.ts'
import { firstOf, type Posting, stretchOf } from './postings.ts'
import type { Term } from './terms.ts'

/**
 * The numbers of the blocks that have a term of every condition, ascending, in a list for each stretch. Each condition
 * seeks its next stretch at or after the furthest one found, so the work depends on the rarest condition and not on the
 * range.
 */
export function* candidateBlocks(
  reader: Reader,
  conditions: readonly (readonly Term[])[],
  fromBlock: number,
  toBlock: number,
): Generator<readonly number[], void, undefined> {
  const lastStretch = stretchOf(toBlock)
  const unions = conditions.map((terms) => new PostingUnion(reader, terms, lastStretch))
  let stretch = stretchOf(fromBlock)
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

/** The united postings of alternative terms. */
class PostingUnion {
  readonly #cursors: readonly PostingCursor[]

  constructor(reader: Reader, terms: readonly Term[], lastStretch: number) {
    this.#cursors = terms.map((term) => new PostingCursor(reader, term, lastStretch))
  }

  seek(stretch: number): Posting | undefined {
    let nearest: Posting[] = []
    for (const cursor of this.#cursors) {
      const posting = cursor.seek(stretch)
      if (posting === undefined) continue
      const distance = posting.stretch - (nearest[0]?.stretch ?? Number.POSITIVE_INFINITY)
      if (distance < 0) nearest = [posting]
      else if (distance === 0) nearest.push(posting)
    }
    const [first, ...others] = nearest
    if (first === undefined || others.length === 0) return first
    const offsets = new Set(nearest.flatMap((posting) => [...posting.offsets]))
    return { stretch: first.stretch, offsets: Uint8Array.from(offsets).sort() }
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
