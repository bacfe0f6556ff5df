import type { Chain } from '../../chain/chain.ts'
import { pruneStates } from '../../chain/pruning/pruneStates.ts'
import { stateTables } from '../../chain/storage/stateTables.ts'
import type { WorkStep } from '../../primitives/work/workProgress.ts'
import type { Store } from '../../store/store.ts'
import { BackgroundRun } from './backgroundRun.ts'

export interface PruningParts {
  readonly chain: Chain
  readonly store: Store
  /** When twice this many states are stored, those before the last `history` blocks are removed. */
  readonly history: number
  readonly nowSeconds: () => number
  readonly onError: (error: unknown) => void
}

/** Seconds. A chain whose head is older is catching up, and its states are pruned afterwards. */
const recentHead = 3600
/** A step takes a few milliseconds, so pruning takes a fifth of the thread at most. */
const pace = { sliceMs: 0, pauseFactor: 4, minimumPauseMs: 2 }

/** Removes old states in the background, in steps of a few milliseconds, so that requests and blocks are not delayed. */
export class Pruning {
  readonly #parts: PruningParts
  readonly #unfollow: () => void
  readonly #run: BackgroundRun<WorkStep>

  constructor(parts: PruningParts) {
    this.#parts = parts
    this.#run = new BackgroundRun({ ...pace, onError: parts.onError })
    this.#unfollow = parts.chain.on('block', ({ header }) => {
      if (parts.nowSeconds() - header.timestamp < recentHead) this.#startIfDue(header.number)
    })
    // Continues a removal that was interrupted when the node stopped.
    if (stateTables(parts.store).isEmptying) this.#start()
  }

  /** Minimum number of last blocks whose states are kept. */
  get history(): number {
    return this.#parts.history
  }

  /** The last step of a removal; undefined when none is under way. */
  get step(): WorkStep | undefined {
    return this.#run.last
  }

  close(): void {
    this.#unfollow()
    this.#run.stop()
  }

  #startIfDue(head: number): void {
    const { store, history } = this.#parts
    if (!this.#run.isRunning && head - stateTables(store).firstKept >= 2 * history) this.#start()
  }

  #start(): void {
    const { store, chain, history } = this.#parts
    this.#run.start(pruneStates(store, chain.network, history))
  }
}
