import type { Chain } from '../../chain/chain.ts'
import type { Clock, ClockSetting } from '../../mining/inputs/clock.ts'
import type { TransactionPool } from '../../pool/pool.ts'
import type { PooledTransaction } from '../../pool/pooledTransaction.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { NodeMining } from '../services/nodeMining.ts'
import type { SubmittedTransactions } from '../services/submittedTransactions.ts'

/** State that is rolled back together with the chain. */
export interface Companion {
  /** Its present state. */
  mark(): unknown
  /** Returns to a state; undefined is the initial one. */
  revert(mark: unknown): void
}

export interface LocalChainParts {
  readonly chain: Chain
  readonly pool: TransactionPool
  readonly mining: NodeMining
  readonly clock: Clock
  readonly submittedTransactions: SubmittedTransactions | undefined
  readonly companion?: Companion | undefined
}

interface Snapshot {
  readonly head: Hash
  /** Root of the edited state after the head; undefined if it was not edited. */
  readonly edit: Hash | undefined
  /** In the order of arrival. */
  readonly waiting: readonly PooledTransaction[]
  readonly clock: ClockSetting
  /** The mark of the companion. */
  readonly beside: unknown
}

/** Bounds the memory of test suites that take a snapshot for each test and never return to one. */
const maximumSnapshots = 10_000

/**
 * The commands of a local chain: blocks on demand, adjusted time, snapshots and reset. A snapshot is the head with its
 * state, the waiting transactions of the pool, and the setting of the clock. A return to one drops the later ones, but not
 * itself.
 */
export class LocalChain {
  readonly #parts: LocalChainParts
  readonly #genesis: Snapshot
  readonly #snapshots = new BoundedMap<number, Snapshot>(maximumSnapshots)
  #count = 0

  constructor(parts: LocalChainParts) {
    this.#parts = parts
    const { chain, clock } = parts
    this.#genesis = {
      head: chain.select(chain.firstNumber)!.hash,
      edit: undefined,
      waiting: [],
      clock: clock.setting,
      beside: undefined,
    }
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
   * timestamps ahead of the clock; on a development chain the next block is this much later than the best one, as with
   * Hardhat, otherwise the clock's time counts, as with the reference node.
   */
  increaseTime(seconds: number): number {
    const { clock, chain } = this.#parts
    return clock.increase(seconds, chain.network.isDevelopment ? chain.head.header.timestamp : undefined)
  }

  setNextTimestamp(timestamp: number): void {
    this.#parts.mining.miner.setNextTimestamp(timestamp)
  }

  /** Takes a snapshot and returns its number; numbers start at 1. Beyond the limit, the oldest snapshot is dropped. */
  snapshot(): number {
    this.#snapshots.set(++this.#count, this.#present(this.#parts.chain.head.hash))
    return this.#count
  }

  /** Returns to a snapshot and drops later ones; false if the snapshot does not exist. */
  revert(number: number): boolean {
    const snapshot = this.#snapshots.get(number)
    if (snapshot === undefined) return false
    for (; this.#count > number; this.#count--) this.#snapshots.delete(this.#count)
    this.#restore(snapshot)
    return true
  }

  /** Removes the blocks above a height; snapshots stay. Transactions keep waiting, and the clock runs on. */
  rollBack(height: number): void {
    const { chain } = this.#parts
    const { hash } = chain.select(height)!
    // Throws for a state that is not kept, before anything changes.
    chain.stateAt(hash)
    this.#restore(this.#present(hash))
  }

  /** Returns to the genesis block and drops all snapshots. */
  reset(): void {
    const { chain } = this.#parts
    const { hash: head } = chain.select(chain.firstNumber)!
    this.#snapshots.clear()
    this.#count = 0
    // The first block of a chain that continues an earlier run is that of the run, and its state is kept as an edit.
    const edit = equalBytes(head, this.#genesis.head) ? this.#genesis.edit : chain.editedRoot(head)
    this.#restore({ ...this.#genesis, head, edit })
  }

  #present(head: Hash): Snapshot {
    const { chain, pool, clock, companion } = this.#parts
    return {
      head,
      edit: chain.editedRoot(head),
      waiting: waitingIn(pool),
      clock: clock.setting,
      beside: companion?.mark(),
    }
  }

  /** Restores an earlier state while mining is stopped. */
  #restore({ head, edit, waiting, clock: setting, beside }: Snapshot): void {
    const { chain, pool, clock, companion, mining, submittedTransactions } = this.#parts
    const wasStarted = mining.miner.isStarted
    mining.miner.stop()
    try {
      pool.clear()
      chain.rewind(head)
      if (chain.network.isDevelopment) chain.restoreEdit(edit)
      clock.restore(setting)
      // The rewind to another branch returns transactions to the pool; only those of the snapshot must be in it.
      pool.clear()
      for (const { transaction, local } of waiting) pool.add(transaction, { local })
      companion?.revert(beside)
    } finally {
      mining.reset()
      submittedTransactions?.synchronise()
      if (wasStarted) mining.miner.start()
    }
  }
}

/** The waiting transactions in the order of their arrival. */
export function waitingIn(pool: TransactionPool): PooledTransaction[] {
  const all = [...pool.pendingBySender(), ...pool.queuedBySender()].flatMap(
    ({ transactions }) => transactions,
  )
  const waiting = all.flatMap(({ hash }) => pool.get(hash) ?? [])
  return waiting.sort((a, b) => a.sequence - b.sequence)
}
