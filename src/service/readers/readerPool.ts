import { inBackground, type Timer } from '../../platform/timers.ts'
import { FairQueue, type Turn } from '../../primitives/turns/fairQueue.ts'
import type { FailureFacts } from '../../rpc/envelope/failure.ts'
import { limitExceeded, nodeClosed } from '../../rpc/errors/errors.ts'
import type { ReaderNetwork } from './readerNetwork.ts'
import { ReaderThread } from './readerThread.ts'
import { type ReadCall, ReadRequest } from './readRequest.ts'

export interface ReaderPoolOptions {
  /** Calls that run at once. One more thread serves callers without a running call. */
  readonly threads: number
  /** Calls of one caller that may wait for a thread. */
  readonly waitingPerOwner: number
  /** Calls of all callers that may wait. */
  readonly waiting: number
  /** A thread without work ends after this time. */
  readonly idleMs: number
  /** Limit on the JavaScript objects of one thread; a call that needs more ends with an internal error. */
  readonly heapMegabytes: number
  /** Cache of one thread for each network. */
  readonly cacheBytes: number
  /** Called with unexpected errors. */
  readonly onError: (error: unknown, facts?: FailureFacts) => void
}

export const defaultReaderLimits = {
  waitingPerOwner: 200,
  waiting: 2_000,
  idleMs: 60_000,
  heapMegabytes: 1024,
  cacheBytes: 64 << 20,
} as const

/** Units of handing a call over to a thread and back. */
const unitsOfTurn = 2
/** Units that are expected of the first call of a client. */
const usualWork = 200
/** A client that does not read 256 KiB in this time loses its thread to another that waits for one. */
const patienceMs = 200
/** After a client without a thread has waited for this time, another client that has several loses one. */
const crowdedMs = 1_000

/** The state of a pool, for its operator. */
export interface ReaderStatus {
  readonly threads: number
  readonly busy: number
  readonly waiting: number
  /** Callers whose work is remembered. */
  readonly callers: number
  /** Calls that were given to a thread since the start, in total and by method. */
  readonly started: number
  readonly startedByMethod: Readonly<Record<string, number>>
  /** Calls that were refused because too many waited. */
  readonly refused: number
  /** Threads that ended unexpectedly. */
  readonly crashed: number
  /** Time that all started calls waited for a thread. */
  readonly waitedMs: number
}

/** The calls of one network in a pool. */
export interface NetworkReaders {
  /** Its answer rejects with an `RpcError`, or with `ReaderBehind`. */
  read(call: ReadCall): ReadRequest
  /** Whether a further call of a client with running ones would wait for a thread. */
  isBusy(): boolean
  /** Ends the calls of the network. Its data can be closed afterwards. */
  close(): void
}

/**
 * Threads that read the stores of networks. A fair queue decides whose call is next, for all networks together. The
 * first thread starts with the first call.
 */
export class ReaderPool {
  readonly #options: ReaderPoolOptions
  readonly #queue: FairQueue<ReadRequest>
  readonly #networks = new Map<number, ReaderNetwork>()
  readonly #waiting = new Set<ReadRequest>()
  readonly #threads = new Map<ReaderThread, RunningTurn | undefined>()
  /** Threads without work, with the timer that ends them. */
  readonly #free = new Map<ReaderThread, Timer>()
  #relief: Timer | undefined
  #uncrowding: Timer | undefined
  #nextNetwork = 1
  #isClosed = false
  #started = 0
  readonly #startedByMethod = new Map<string, number>()
  #refused = 0
  #crashed = 0
  #waitedMs = 0

  constructor(options: ReaderPoolOptions) {
    this.#options = options
    this.#queue = new FairQueue({ ...options, usualWork, atOnce: options.threads + 1 }, (request) =>
      this.#refuseFull(request),
    )
  }

  get status(): ReaderStatus {
    return {
      threads: this.#threads.size,
      busy: this.#queue.running,
      waiting: this.#queue.waiting,
      callers: this.#queue.owners,
      started: this.#started,
      startedByMethod: Object.fromEntries(this.#startedByMethod),
      refused: this.#refused,
      crashed: this.#crashed,
      waitedMs: this.#waitedMs,
    }
  }

  serve(network: ReaderNetwork): NetworkReaders {
    const id = this.#nextNetwork++
    this.#networks.set(id, network)
    return {
      read: (call) => this.#read(call, id),
      isBusy: () => this.#queue.running >= this.#options.threads,
      close: () => this.#forget(id),
    }
  }

  close(): void {
    this.#isClosed = true
    for (const id of this.#networks.keys()) this.#forget(id)
    for (const thread of this.#threads.keys()) this.#retire(thread)
  }

  #read(call: ReadCall, network: number): ReadRequest {
    const request = new ReadRequest({
      call,
      network,
      onStop: (stopped) => this.#stop(stopped),
      onBlocked: () => this.#relieve(),
    })
    if (this.#isClosed || !this.#networks.has(network)) {
      request.fail(nodeClosed())
      return request
    }
    this.#enqueue(request)
    this.#startNext()
    return request
  }

  #enqueue(request: ReadRequest): void {
    if (this.#queue.add(request.call.owner, request)) this.#waiting.add(request)
    else this.#refuseFull(request)
  }

  /** Refuses a call because too many wait. */
  #refuseFull(request: ReadRequest): void {
    this.#waiting.delete(request)
    this.#refused++
    request.fail(limitExceeded('waiting calls'))
  }

  #startNext(): void {
    if (this.#isClosed) return
    for (const running of this.#threads.values()) running?.turn.worked(running.turn.job.units)
    for (let turn = this.#queue.next(); turn !== undefined; turn = this.#queue.next()) {
      const { job: request } = turn
      this.#waiting.delete(request)
      const startedAtMs = performance.now()
      this.#started++
      const { method } = request.call
      this.#startedByMethod.set(method, (this.#startedByMethod.get(method) ?? 0) + 1)
      this.#waitedMs += startedAtMs - request.madeAtMs
      const thread = this.#takeFree() ?? this.#openThread()
      this.#threads.set(thread, { turn, startedAtMs })
      thread.start(request)
    }
    this.#relieve()
    this.#uncrowd()
  }

  /** While a client waits for a thread, ends the answer of another client that occupies one without reading. */
  #relieve(): void {
    if (this.#queue.waiting === 0 || this.#relief !== undefined) return
    const isInTheWay = ({ isBlocked, call }: ReadRequest): boolean =>
      isBlocked && this.#queue.isWaitedBeside(call.owner)
    const blocked = [...this.#threads.values()]
      .flatMap((running) => running?.turn.job ?? [])
      .filter(isInTheWay)
      .map((request) => ({ request, before: request.piecesRead }))
    if (blocked.length === 0) return
    const relieve = (): void => {
      this.#relief = undefined
      const idle = blocked.find(({ request, before }) => isInTheWay(request) && request.piecesRead === before)
      idle?.request.giveUp()
      this.#relieve()
    }
    this.#relief = inBackground(setTimeout(relieve, patienceMs))
  }

  /**
   * While a client without a running call waits, the client that occupies the most threads loses one of them, so that fewer
   * clients than threads cannot hold all threads.
   */
  #uncrowd(): void {
    if (this.#uncrowding !== undefined || this.#queue.crowding === undefined) return
    const uncrowd = (): void => {
      this.#uncrowding = undefined
      const since = performance.now() - crowdedMs
      const { crowding } = this.#queue
      const hasWaited = [...this.#waiting].some(
        ({ madeAtMs, call }) => madeAtMs <= since && !this.#queue.runsFor(call.owner),
      )
      if (crowding !== undefined && hasWaited) this.#newestOf(crowding)?.interrupt()
      this.#uncrowd()
    }
    this.#uncrowding = inBackground(setTimeout(uncrowd, crowdedMs))
  }

  /**
   * The running call of a client that loses least by an interruption: the newest, preferably one whose answer was not begun.
   * Undefined while another call of the client is ending: it frees a thread.
   */
  #newestOf(owner: string): ReadRequest | undefined {
    const running = [...this.#threads.values()]
      .filter((one) => one !== undefined)
      .filter(({ turn }) => turn.job.call.owner === owner)
    if (running.some(({ turn: { job } }) => job.isEnded || job.mustRestart)) return undefined
    const [newest] = running.sort((one, other) =>
      one.turn.job.isStreaming === other.turn.job.isStreaming
        ? other.startedAtMs - one.startedAtMs
        : Number(one.turn.job.isStreaming) - Number(other.turn.job.isStreaming),
    )
    return newest?.turn.job
  }

  #stop(request: ReadRequest): void {
    if (this.#waiting.has(request)) this.#refuse(request)
    else for (const thread of this.#threads.keys()) thread.stop(request)
  }

  #refuse(request: ReadRequest): void {
    this.#waiting.delete(request)
    this.#queue.remove(request.call.owner, request)
    request.fail(nodeClosed())
  }

  #forget(id: number): void {
    if (!this.#networks.delete(id)) return
    for (const request of this.#waiting) if (request.network === id) this.#refuse(request)
    for (const thread of this.#threads.keys()) if (thread.forget(id)) this.#drop(thread)
    this.#startNext()
  }

  #takeFree(): ReaderThread | undefined {
    const [entry] = this.#free
    if (entry === undefined) return undefined
    const [thread, timer] = entry
    clearTimeout(timer)
    this.#free.delete(thread)
    return thread
  }

  #openThread(): ReaderThread {
    return new ReaderThread({
      heapMegabytes: this.#options.heapMegabytes,
      cacheBytes: this.#options.cacheBytes,
      network: (id) => this.#networks.get(id),
      onFree: (free) => this.#freed(free),
      onCrash: (crashed) => this.#replace(crashed),
      onError: this.#options.onError,
    })
  }

  #freed(thread: ReaderThread): void {
    const request = this.#threads.get(thread)?.turn.job
    this.#finishTurn(thread)
    this.#threads.set(thread, undefined)
    if (request?.mustRestart) {
      request.restart()
      this.#enqueue(request)
    }
    const timer = inBackground(setTimeout(() => this.#retire(thread), this.#options.idleMs))
    this.#free.set(thread, timer)
    this.#startNext()
  }

  #retire(thread: ReaderThread): void {
    this.#drop(thread)
    thread.close()
  }

  /** Another thread takes the place of one that has ended. */
  #replace(thread: ReaderThread): void {
    this.#crashed++
    this.#drop(thread)
    this.#startNext()
  }

  #drop(thread: ReaderThread): void {
    this.#finishTurn(thread)
    this.#threads.delete(thread)
    clearTimeout(this.#free.get(thread))
    this.#free.delete(thread)
  }

  #finishTurn(thread: ReaderThread): void {
    const running = this.#threads.get(thread)
    running?.turn.finished(running.turn.job.units + unitsOfTurn)
  }
}

interface RunningTurn {
  readonly turn: Turn<ReadRequest>
  readonly startedAtMs: number
}
