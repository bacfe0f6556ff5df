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
}

/** What only a chain of one's own obeys: blocks on demand, another time, and the way back. */
export class LocalChain {
  readonly #parts: LocalChainParts

  constructor(parts: LocalChainParts) {
    this.#parts = parts
  }

  /** Mines a block, also an empty one; with a timestamp, time goes on from there. */
  mine(timestamp?: number): Block {
    const { miner } = this.#parts.mining
    return timestamp === undefined ? miner.mine() : miner.mineAt(timestamp)
  }

  /** Mines in the node's mode again; what waits is mined at once when that is per transaction. */
  startMining(): void {
    this.#parts.mining.miner.start()
  }

  /** Lets transactions wait for blocks that are asked for. */
  stopMining(): void {
    this.#parts.mining.miner.stop()
  }

  /** Moves the clock forward and tells by how much in total. */
  increaseTime(seconds: number): number {
    return this.#parts.clock.increase(seconds)
  }

  setNextTimestamp(timestamp: number): void {
    this.#parts.mining.miner.setNextTimestamp(timestamp)
  }

  /** Remembers chain, pool and clock as they are now; snapshots count from 1. */
  snapshot(): number {
    return this.#parts.snapshots.take()
  }

  /** Whether there is such a snapshot to return to; it stays, later ones are forgotten. */
  revert(snapshot: number): boolean {
    const { snapshots } = this.#parts
    if (!snapshots.has(snapshot)) return false
    this.#return(() => snapshots.revert(snapshot))
    return true
  }

  /** Returns to the genesis block and forgets all snapshots. */
  reset(): void {
    this.#return(() => this.#parts.snapshots.reset())
  }

  /** Nothing may be mined while the past comes back piece by piece. */
  #return(toThePast: () => void): void {
    const { mining, submittedTransactions } = this.#parts
    const wasStarted = mining.isStarted
    mining.miner.stop()
    try {
      toThePast()
    } finally {
      mining.reset()
      submittedTransactions?.synchronise()
      if (wasStarted) mining.miner.start()
    }
  }
}
