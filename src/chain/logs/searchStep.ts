/** What a search does next. */
export interface SearchStep {
  /** The first block that is not searched to its end. */
  readonly next: number
  /** Postings of the index that it reads. */
  readonly postings?: number
  /** Blocks that it is known to visit, the next one first. */
  readonly blocks?: number
}

/** A search reports its work before it does it; the watcher throws to end the search. */
export type WatchSearch = (step: SearchStep) => void
