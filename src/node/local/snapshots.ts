import type { Chain } from '../../chain/chain.ts'
import type { Clock, ClockSetting } from '../../mining/inputs/clock.ts'
import type { TransactionPool } from '../../pool/pool.ts'
import type { PooledTransaction } from '../../pool/pooledTransaction.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'

/** Something beside the chain that returns to earlier states with it. */
export interface Companion {
  /** Its present state. */
  mark(): unknown
  /** Returns to a state; undefined stands for the beginning. */
  revert(mark: unknown): void
}

export interface SnapshotParts {
  readonly chain: Chain
  readonly pool: TransactionPool
  readonly clock: Clock
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
 * Snapshots to which a local chain can return: the head with its state, the waiting transactions of the pool, and the
 * setting of the clock. They are numbered from 1. A return to one drops the later ones, but not itself.
 */
export class Snapshots {
  readonly #parts: SnapshotParts
  readonly #genesis: Snapshot
  readonly #taken = new BoundedMap<number, Snapshot>(maximumSnapshots)
  #count = 0

  constructor(parts: SnapshotParts) {
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

  /** Takes a snapshot and returns its number; drops the oldest beyond the limit. */
  take(): number {
    const { chain, pool, clock } = this.#parts
    this.#count++
    const { hash: head } = chain.head
    this.#taken.set(this.#count, {
      head,
      edit: chain.editedRoot(head),
      waiting: waitingIn(pool),
      clock: clock.setting,
      beside: this.#parts.companion?.mark(),
    })
    return this.#count
  }

  has(number: number): boolean {
    return this.#taken.has(number)
  }

  /** Returns to an existing snapshot. */
  revert(number: number): void {
    const snapshot = this.#taken.get(number)
    if (snapshot === undefined) throw new RangeError(`snapshot ${number} does not exist`)
    for (; this.#count > number; this.#count--) this.#taken.delete(this.#count)
    this.#restore(snapshot)
  }

  /** Removes the blocks above a height. Transactions keep waiting, and the clock runs on. */
  rollBack(height: number): void {
    const { chain, pool, clock, companion } = this.#parts
    const { hash: head } = chain.select(height)!
    // Throws for a state that is not kept, before anything changes.
    chain.stateAt(head)
    this.#restore({
      head,
      edit: chain.editedRoot(head),
      waiting: waitingIn(pool),
      clock: clock.setting,
      beside: companion?.mark(),
    })
  }

  /** Returns to the genesis block and drops all snapshots. */
  reset(): void {
    const { chain } = this.#parts
    const { hash: head } = chain.select(chain.firstNumber)!
    this.#taken.clear()
    this.#count = 0
    // The first block of a chain that continues an earlier run is that of the run, and its state is kept as an edit.
    const edit = equalBytes(head, this.#genesis.head) ? this.#genesis.edit : chain.editedRoot(head)
    this.#restore({ ...this.#genesis, head, edit })
  }

  #restore({ head, edit, waiting, clock: setting, beside }: Snapshot): void {
    const { chain, pool, clock, companion } = this.#parts
    pool.clear()
    chain.rewind(head)
    if (chain.network.isDevelopment) chain.restoreEdit(edit)
    clock.restore(setting)
    // The rewind to another branch returns transactions to the pool; only those of the snapshot must be in it.
    pool.clear()
    for (const { transaction, local } of waiting) pool.add(transaction, { local })
    companion?.revert(beside)
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
