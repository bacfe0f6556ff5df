/** Progress of catching up with the network. */
export interface SyncProgress {
  /** Number of our best block. */
  readonly current: number
  /** The highest best block of the peers with more work than ours; our own when there are no such peers. */
  readonly highest: number
  readonly blocksPerSecond: number
  /** Undefined when our chain is not behind, or no block was imported in the last half minute. */
  readonly secondsLeft: number | undefined
  readonly peers: number
  /** Why no blocks are imported although peers have new ones; undefined while importing. */
  readonly halted: string | undefined
}

/** How far a node has come in catching up with its peers. */
export interface SyncStatus {
  readonly startingBlock: number
  readonly currentBlock: number
  readonly highestBlock: number
}
