import type { Chain } from '../../chain/chain.ts'
import { pruneStates } from '../../chain/pruning/pruneStates.ts'
import { stateTables } from '../../chain/storage/stateTables.ts'
import { inBackground, type Timer } from '../../platform/timers.ts'
import type { WorkStep } from '../../primitives/work/workProgress.ts'
import type { Store } from '../../store/store.ts'

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
/** Pauses are this many times as long as the steps: pruning takes a fifth of the thread at most. */
const pauseFactor = 4
const minimumPauseMs = 2

/** Removes old states in the background, in steps of a few milliseconds, so that requests and blocks are not delayed. */
export class Pruning {
  readonly #parts: PruningParts
  readonly #unfollow: () => void
  #run: Generator<WorkStep, void, undefined> | undefined
  #last: WorkStep | undefined
  #timer: Timer | undefined

  constructor(parts: PruningParts) {
    this.#parts = parts
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
    return this.#run && this.#last
  }

  close(): void {
    this.#unfollow()
    clearTimeout(this.#timer)
    this.#run = undefined
  }

  #startIfDue(head: number): void {
    const { store, history } = this.#parts
    if (this.#run === undefined && head - stateTables(store).firstKept >= 2 * history) this.#start()
  }

  #start(): void {
    const { store, chain, history } = this.#parts
    this.#run = pruneStates(store, chain.network, history)
    this.#last = undefined
    this.#next(minimumPauseMs)
  }

  #next(pauseMs: number): void {
    this.#timer = inBackground(setTimeout(() => this.#step(), pauseMs))
  }

  #step(): void {
    const start = performance.now()
    try {
      const next = this.#run?.next()
      if (next === undefined || next.done) {
        this.#run = undefined
        return
      }
      this.#last = next.value
    } catch (error) {
      this.#run = undefined
      this.#parts.onError(error)
      return
    }
    this.#next(Math.max(minimumPauseMs, pauseFactor * (performance.now() - start)))
  }
}
