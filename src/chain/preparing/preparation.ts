import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { Network } from '../../protocol/networks/network.ts'
import { type PrepareJob, type PrepareOptions, type PrepareResult, threadReady } from './messages.ts'
import { defaultIdleBytes, startPreparingThread } from './preparingThread.ts'
import { Ticket } from './ticket.ts'

/** Bytes of the jobs in one message: about 20 ms of work, so that a message costs little beside it. */
const batchBytes = 12 << 10
/** Bytes in the first message of a thread, because the caller waits for it. Each further one has twice as many. */
const firstBatchBytes = 1 << 10
/** Messages that a thread has, so that the next one is there when it ends one. */
const batchesPerThread = 2
/** Threads beside the one that executes. */
const threadCount = Math.max(1, availableParallelism() - 1)

type ThreadMessage = typeof threadReady | readonly PrepareResult[]

export interface PreparationParts {
  readonly network: Network
  /** Receives the error of a thread that failed. */
  readonly onError: (error: unknown) => void
  /** Bytes of blocks before the threads start. */
  readonly idleBytes?: number
}

interface Thread {
  readonly worker: Worker
  /** Tickets of the messages it has, oldest first. */
  readonly sent: (readonly Ticket[])[]
  isReady: boolean
  /** Bytes of the jobs in its next message. */
  nextBytes: number
}

/**
 * Does what follows from the bytes of blocks alone in threads, ahead of their execution: decoding, hashes, senders, and
 * the rules about roots and proofs of work. Callers bound how much they give, and take the results in their order.
 * A thread that fails is not replaced: its jobs are then done by the callers.
 */
export class Preparation {
  readonly #parts: PreparationParts
  readonly #threads = new Set<Thread>()
  readonly #waiting: Ticket[] = []
  #isSending = false
  /** Bytes of jobs until the threads start. */
  #untilStart: number
  readonly #waiters: (() => void)[] = []
  #isFinishing = false

  constructor(parts: PreparationParts) {
    this.#parts = parts
    this.#untilStart = parts.idleBytes ?? defaultIdleBytes
  }

  /** Starts the threads before the first jobs, which are then sure to be many. */
  start(): void {
    if (this.#untilStart >= 0) this.#startAll()
  }

  /** Resolves when a thread takes jobs; also when none was started, or none is left. */
  async ready(): Promise<void> {
    if (this.#isReady()) return
    // A thread that is waited for keeps the process alive.
    for (const { worker } of this.#threads) worker.ref()
    await new Promise<void>((resolve) => this.#waiters.push(resolve))
  }

  add(job: PrepareJob): Ticket {
    if (this.#untilStart >= 0) this.#countDown(job.rlp.length)
    const ticket = new Ticket(job)
    this.#waiting.push(ticket)
    // Jobs of one turn share messages.
    if (!this.#isSending) queueMicrotask(() => this.#sendAll())
    this.#isSending = true
    return ticket
  }

  /** Called after the last job: threads end when they have none left, because a process waits for their end. */
  finish(): void {
    this.#isFinishing = true
    for (const thread of this.#threads) this.#endIfDone(thread)
  }

  close(): void {
    this.#untilStart = -1
    for (const thread of this.#threads) this.#remove(thread)
    this.#giveUp()
  }

  #giveUp(): void {
    for (const ticket of this.#waiting.splice(0)) if (ticket.isWaiting) ticket.settle(undefined)
  }

  #countDown(bytes: number): void {
    this.#untilStart -= bytes
    if (this.#untilStart < 0) this.#startAll()
  }

  #startAll(): void {
    this.#untilStart = -1
    for (let count = 0; count < threadCount; count++) this.#startOne({ network: this.#parts.network })
  }

  #startOne(options: PrepareOptions): void {
    const worker = startPreparingThread()
    const thread: Thread = { worker, sent: [], isReady: false, nextBytes: firstBatchBytes }
    this.#threads.add(thread)
    worker.on('message', (message: ThreadMessage) => this.#receive(thread, message))
    worker.on('error', (error) => {
      this.#parts.onError(error)
      this.#remove(thread)
    })
    worker.postMessage(options)
  }

  #receive(thread: Thread, message: ThreadMessage): void {
    const { sent, worker } = thread
    if (message === threadReady) {
      thread.isReady = true
      this.#tellWaiters()
    } else for (const [index, ticket] of sent.shift()!.entries()) ticket.settle(message[index])
    if (sent.length === 0) worker.unref()
    this.#sendAll()
    this.#endIfDone(thread)
  }

  #endIfDone(thread: Thread): void {
    const { isReady, sent } = thread
    const isDone = isReady && sent.length === 0 && !this.#waiting.some(({ isWaiting }) => isWaiting)
    if (this.#isFinishing && isDone) this.#remove(thread)
  }

  #isReady(): boolean {
    return this.#threads.size === 0 || Array.from(this.#threads).some(({ isReady }) => isReady)
  }

  #tellWaiters(): void {
    if (this.#isReady()) for (const tell of this.#waiters.splice(0)) tell()
  }

  #sendAll(): void {
    this.#isSending = false
    for (const thread of this.#threads) {
      const { worker, sent, isReady } = thread
      while (isReady && sent.length < batchesPerThread) {
        const tickets = this.#nextBatch(thread.nextBytes)
        if (tickets.length === 0) break
        thread.nextBytes = Math.min(2 * thread.nextBytes, batchBytes)
        sent.push(tickets)
        // Only a thread with work keeps the process alive.
        worker.ref()
        worker.postMessage(tickets.map((ticket) => ticket.send()))
      }
    }
    if (this.#threads.size === 0) this.#giveUp()
  }

  #nextBatch(mostBytes: number): Ticket[] {
    const batch: Ticket[] = []
    let taken = 0
    for (let bytes = 0; taken < this.#waiting.length && bytes < mostBytes; taken++) {
      const ticket = this.#waiting[taken]!
      if (!ticket.isWaiting) continue
      batch.push(ticket)
      bytes += ticket.job.rlp.length
    }
    this.#waiting.splice(0, taken)
    return batch
  }

  #remove(thread: Thread): void {
    if (!this.#threads.delete(thread)) return
    for (const ticket of thread.sent.flat()) ticket.settle(undefined)
    this.#tellWaiters()
    void thread.worker.terminate()
  }
}
