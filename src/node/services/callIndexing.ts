import type { Chain } from '../../chain/chain.ts'
import { type FillProgress, fillCalls, noteCallCoverage } from '../../chain/fillCalls.ts'
import { type CallCoverage, callCoverage, isCovered } from '../../chain/traces/callCoverage.ts'
import { inBackground, type Timer } from '../../platform/timers.ts'
import type { Store } from '../../store/store.ts'
import { BackgroundRun } from './backgroundRun.ts'

export interface CallIndexingParts {
  readonly chain: Chain
  readonly store: Store
  /** The first block whose calls are recorded. */
  readonly from: number
  /** Percent of the thread's time that older blocks may take. */
  readonly share?: number | undefined
  readonly onError: (error: unknown) => void
}

/** Time of a slice. A step may take longer: it is a transaction. */
const sliceMs = 5
/** Percent. Calls of clients and new blocks hardly notice it. */
const defaultShare = 20
/** A filling that failed begins again after this time. */
const retryMs = 60_000

/**
 * Records the calls of blocks that were stored before the setting was on, in the background. The calls of new blocks are
 * recorded when they are imported.
 */
export class CallIndexing {
  readonly #parts: CallIndexingParts
  readonly #unfollow: () => void
  readonly #run: BackgroundRun<FillProgress>
  #retry: Timer | undefined

  constructor(parts: CallIndexingParts) {
    this.#parts = parts
    const { chain, store, from, share = defaultShare } = parts
    this.#run = new BackgroundRun({
      sliceMs,
      pauseFactor: (100 - share) / share,
      minimumPauseMs: 0,
      onError: (error) => {
        parts.onError(error)
        this.#retry = inBackground(setTimeout(() => this.#startIfDue(), retryMs))
      },
    })
    this.#unfollow = noteCallCoverage(chain, store, from, () => this.#startIfDue())
    this.#startIfDue()
  }

  /** Undefined when a block was stored without its calls. */
  get coverage(): CallCoverage | undefined {
    return callCoverage(this.#parts.store)
  }

  close(): void {
    this.#unfollow()
    clearTimeout(this.#retry)
    this.#run.stop()
  }

  #startIfDue(): void {
    const { coverage } = this
    if (this.#run.isRunning || coverage === undefined || isCovered(coverage)) return
    const { store, chain } = this.#parts
    this.#run.start(fillCalls(store, chain.network))
  }
}
