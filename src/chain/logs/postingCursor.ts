import { compareBytes } from '../../primitives/bytes.ts'
import type { Entry, Reader } from '../../store/store.ts'
import { checkNeighbours } from '../storage/sealedRecord.ts'
import { offsetsOf, type Posting, postingKey, stretchOfKey } from './postings.ts'
import type { Term } from './terms.ts'

/** After this many entries before the wanted stretch, a new search is cheaper than advancing. */
const patience = 16

/** A forward walk over the postings of one term. */
export class PostingCursor {
  readonly #reader: Reader
  readonly #term: Term
  readonly #end: Uint8Array
  readonly #onRead: (postings: number) => void
  #entries: Iterator<Entry> | undefined
  #current: Posting | undefined

  /** `onRead` is called before each further posting of a seek; the caller counts the first. */
  constructor(reader: Reader, term: Term, lastStretch: number, onRead: (postings: number) => void) {
    this.#reader = reader
    this.#onRead = onRead
    this.#term = term
    this.#end = postingKey(term, lastStretch + 1)
  }

  /** What the last `seek` found. */
  get current(): Posting | undefined {
    return this.#current
  }

  /** The stretch of the current posting; infinite after the last one. */
  get stretch(): number {
    return this.#current?.stretch ?? Number.POSITIVE_INFINITY
  }

  /** The first posting of this stretch or a later one. Callers ask for ascending stretches. */
  seek(stretch: number): Posting | undefined {
    if (this.#entries === undefined) this.#search(stretch)
    for (let steps = 0; this.#current !== undefined && this.#current.stretch < stretch; steps++) {
      if (steps > 0) this.#onRead(1)
      if (steps < patience) this.#advance()
      else this.#search(stretch)
    }
    return this.#current
  }

  #search(stretch: number): void {
    const start = postingKey(this.#term, stretch)
    checkNeighbours(this.#reader, 'logIndex', start, true)
    this.#entries = this.#reader.range('logIndex', { start })
    this.#advance()
  }

  /** The entry after the last one of the term is checked too: its key may be a damaged one of the term. */
  #advance(): void {
    const entry = this.#entries?.next()
    this.#current = undefined
    if (entry !== undefined && !entry.done) {
      const { key, value } = entry.value
      const offsets = offsetsOf(key, value)
      if (compareBytes(key, this.#end) < 0) this.#current = { stretch: stretchOfKey(key), offsets }
    }
    if (this.#current !== undefined) return
    for (const { key, value } of this.#reader.neighbours?.('logIndex', this.#end, true) ?? []) {
      offsetsOf(key, value)
    }
  }
}
