import type { Network } from '../../protocol/networks/network.ts'
import type { TraceJob } from '../request/traceJob.ts'
import { encodePendingBlock, type PendingBlock } from './pendingBlock.ts'
import { type TraceMeter, TraceRequest } from './traceRequest.ts'
import { tooManyTraces, tracesClosed } from './traceServiceError.ts'
import { type TracedStore, TraceThread } from './traceThread.ts'

export interface TraceLimits {
  /** Number of traces at the same time, each in its own thread. */
  readonly threads: number
  /** Number of traces that may wait for a thread. */
  readonly waiting: number
  readonly timeoutMs: number
  /** Limit on the characters of one trace. */
  readonly maximumLength: number
  /** Limit on the blocks that one filter executes. */
  readonly maximumBlocks: number
  /** A thread without work ends after this time. */
  readonly idleMs: number
}

/** The maximum length is close to that of a string. */
export const defaultTraceLimits: TraceLimits = {
  threads: 1,
  waiting: 100,
  timeoutMs: 60_000,
  maximumLength: 500_000_000,
  // As many as traces of one answer: every block has one at least, so a range without addresses is never too large.
  maximumBlocks: 10_000,
  idleMs: 60_000,
}

export interface TraceServiceParts {
  readonly network: Network
  readonly store: TracedStore
  readonly limits: TraceLimits
  /** Called with unexpected errors. */
  readonly onError: (error: unknown) => void
}

/**
 * Makes traces in separate threads, so that they do not delay other calls. The first thread starts with the first
 * trace.
 */
export class TraceService {
  readonly #options: TraceServiceParts
  readonly #threads = new Set<TraceThread>()
  /** Threads without work, with the timer that ends them. */
  readonly #free = new Map<TraceThread, NodeJS.Timeout>()
  readonly #waiting: TraceRequest[] = []
  #isClosed = false

  constructor(options: TraceServiceParts) {
    this.#options = options
  }

  /**
   * The JSON text of a trace in pieces; the trace starts with the first request for a piece. A request rejects with a
   * `TraceError` if the trace cannot be made, with a `TraceServiceError` if the service cannot make traces. `pending`
   * is required if the job refers to the pending block; `meter` counts the work.
   */
  trace(job: TraceJob, pending?: PendingBlock, meter?: TraceMeter): AsyncIterableIterator<string> {
    const request = new TraceRequest({
      job,
      pending: pending && encodePendingBlock(pending),
      timeoutMs: this.#options.limits.timeoutMs,
      meter,
      onBegin: (begun) => this.#begin(begun),
      onStop: (stopped) => this.#stop(stopped),
    })
    return request.pieces
  }

  close(): void {
    this.#isClosed = true
    for (const request of this.#waiting.splice(0)) request.end(tracesClosed())
    for (const timer of this.#free.values()) clearTimeout(timer)
    for (const thread of this.#threads) thread.close()
  }

  #begin(request: TraceRequest): void {
    const { threads, waiting } = this.#options.limits
    if (this.#isClosed) request.end(tracesClosed())
    else if (this.#free.size > 0) this.#takeFree().start(request)
    else if (this.#threads.size < threads) this.#openThread().start(request)
    else if (this.#waiting.length < waiting) this.#waiting.push(request)
    else request.end(tooManyTraces())
  }

  #stop(request: TraceRequest): void {
    const at = this.#waiting.indexOf(request)
    if (at >= 0) this.#waiting.splice(at, 1)
    else for (const thread of this.#threads) thread.stop(request)
  }

  #takeFree(): TraceThread {
    const [thread, timer] = this.#free.entries().next().value!
    clearTimeout(timer)
    this.#free.delete(thread)
    return thread
  }

  #openThread(): TraceThread {
    const { network, store, onError } = this.#options
    const { maximumLength, maximumBlocks } = this.#options.limits
    const thread = new TraceThread({
      network,
      store,
      maximumLength,
      maximumBlocks,
      onFree: (free) => this.#freed(free),
      onGone: (gone) => this.#gone(gone),
      onError,
    })
    this.#threads.add(thread)
    return thread
  }

  #freed(thread: TraceThread): void {
    const next = this.#waiting.shift()
    if (next !== undefined) thread.start(next)
    else this.#free.set(thread, setTimeout(() => this.#retire(thread), this.#options.limits.idleMs).unref())
  }

  #retire(thread: TraceThread): void {
    this.#free.delete(thread)
    this.#threads.delete(thread)
    thread.close()
  }

  /** Starts another thread for a waiting request. */
  #gone(thread: TraceThread): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(this.#free.get(thread))
    this.#free.delete(thread)
    const next = this.#isClosed ? undefined : this.#waiting.shift()
    if (next !== undefined) this.#openThread().start(next)
  }
}
