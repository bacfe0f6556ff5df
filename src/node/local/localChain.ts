import type { Clock } from '../../mining/inputs/clock.ts'
import type { Block } from '../../protocol/block.ts'
import type { NodeMining } from '../services/nodeMining.ts'
import type { SubmittedTransactions } from '../services/submittedTransactions.ts'
import type { Snapshots } from './snapshots.ts'

export interface LocalChainParts {
  readonly mining: NodeMining
  readonly clock: Clock
  readonly snapshots: Snapshots
  readonly submittedTransactions: SubmittedTransactions | undefined
  /**
   * The time of the best block, from which time is increased. Undefined if it is increased from the clock, as the
   * reference node does.
   */
  readonly bestTimestamp?: (() => number) | undefined
}

/** The commands of a local chain: blocks on demand, adjusted time, snapshots and reset. */
export class LocalChain {
  readonly #parts: LocalChainParts

  constructor(parts: LocalChainParts) {
    this.#parts = parts
  }

  /** Mines a block, empty if no transaction is pending. If a timestamp is given, time continues from there. */
  mine(timestamp?: number): Block {
    const { miner } = this.#parts.mining
    return timestamp === undefined ? miner.mine() : miner.mineAt(timestamp)
  }

  /** Starts mining in the node's mode; `per-transaction` mines pending transactions at once. */
  startMining(): void {
    this.#parts.mining.miner.start()
  }

  /** Stops mining on its own; `mine` still works. */
  stopMining(): void {
    this.#parts.mining.miner.stop()
  }

  /**
   * Moves the clock forward and returns the total offset in seconds. Blocks that are mined within a second have
   * timestamps ahead of the clock; tests expect the next block to be this much later than the best one, as with Hardhat.
   */
  increaseTime(seconds: number): number {
    const { clock, bestTimestamp } = this.#parts
    return clock.increase(seconds, bestTimestamp?.())
  }

  setNextTimestamp(timestamp: number): void {
    this.#parts.mining.miner.setNextTimestamp(timestamp)
  }

  /** Takes a snapshot of chain, pool and clock and returns its number, the first of which is 1. */
  snapshot(): number {
    return this.#parts.snapshots.take()
  }

  /** Returns to a snapshot and drops later ones; false if the snapshot does not exist. */
  revert(snapshot: number): boolean {
    const { snapshots } = this.#parts
    if (!snapshots.has(snapshot)) return false
    this.#restore(() => snapshots.revert(snapshot))
    return true
  }

  /** Removes the blocks above a height, with their transactions; snapshots stay. */
  rollBack(height: number): void {
    this.#restore(() => this.#parts.snapshots.rollBack(height))
  }

  /** Returns to the genesis block and drops all snapshots. */
  reset(): void {
    this.#restore(() => this.#parts.snapshots.reset())
  }

  /** Restores an earlier state while mining is stopped. */
  #restore(earlierState: () => void): void {
    const { mining, submittedTransactions } = this.#parts
    const wasStarted = mining.isStarted
    mining.miner.stop()
    try {
      earlierState()
    } finally {
      mining.reset()
      submittedTransactions?.synchronise()
      if (wasStarted) mining.miner.start()
    }
  }
}
