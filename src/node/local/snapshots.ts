import type { Chain } from '../../chain/chain.ts'
import type { Clock, ClockSetting } from '../../mining/inputs/clock.ts'
import type { TransactionPool } from '../../pool/pool.ts'
import type { PooledTransaction } from '../../pool/pooledTransaction.ts'
import { BoundedMap } from '../../primitives/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'

export interface SnapshotParts {
  readonly chain: Chain
  readonly pool: TransactionPool
  readonly clock: Clock
}

interface Snapshot {
  readonly head: Hash
  /** In the order of arrival. */
  readonly waiting: readonly PooledTransaction[]
  readonly clock: ClockSetting
}

/** Suites that take one for each test and give none back must not fill the memory. */
const maximumSnapshots = 10_000

/**
 * Moments to which a local chain can return: its head and with it the state, what waits in the pool, and how the
 * clock is set. They are numbered from 1. Returning to one forgets the later ones but not itself.
 */
export class Snapshots {
  readonly #parts: SnapshotParts
  readonly #beginning: Snapshot
  readonly #taken = new BoundedMap<number, Snapshot>(maximumSnapshots)
  #count = 0

  constructor(parts: SnapshotParts) {
    this.#parts = parts
    const { chain, clock } = parts
    this.#beginning = { head: chain.select('earliest')!.hash, waiting: [], clock: clock.setting }
  }

  /** The number of a new snapshot; of very many the oldest are forgotten. */
  take(): number {
    const { chain, pool, clock } = this.#parts
    this.#count++
    this.#taken.set(this.#count, { head: chain.head.hash, waiting: waitingIn(pool), clock: clock.setting })
    return this.#count
  }

  has(number: number): boolean {
    return this.#taken.has(number)
  }

  /** Returns to a snapshot that is there. */
  revert(number: number): void {
    const snapshot = this.#taken.get(number)
    if (snapshot === undefined) throw new RangeError(`there is no snapshot ${number}`)
    for (; this.#count > number; this.#count--) this.#taken.delete(this.#count)
    this.#restore(snapshot)
  }

  /** Returns to the genesis block and forgets all snapshots. */
  reset(): void {
    this.#taken.clear()
    this.#count = 0
    this.#restore(this.#beginning)
  }

  #restore({ head, waiting, clock: setting }: Snapshot): void {
    const { chain, pool, clock } = this.#parts
    pool.clear()
    chain.rewind(head)
    clock.restore(setting)
    // A snapshot of another branch gives the pool back what its blocks hold; only what waited then waits now.
    pool.clear()
    for (const { transaction, local } of waiting) pool.add(transaction, { local })
  }
}

function waitingIn(pool: TransactionPool): PooledTransaction[] {
  const all = [...pool.pendingBySender(), ...pool.queuedBySender()].flatMap(
    ({ transactions }) => transactions,
  )
  const waiting = all.flatMap(({ hash }) => pool.get(hash) ?? [])
  return waiting.sort((a, b) => a.sequence - b.sequence)
}
