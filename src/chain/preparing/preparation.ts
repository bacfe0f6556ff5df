import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../primitives/startThread.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { type PrepareJob, type PrepareOptions, type PrepareResult, threadReady } from './messages.ts'
import { Ticket } from './ticket.ts'

const program = { source: 'chain/preparing/prepareWorker.ts', built: 'chain/prepareWorker.cjs' }

/** Bytes of the jobs in one message: about 20 ms of work, so that a message costs little beside it. */
const batchBytes = 12 << 10
/** Messages that a thread has, so that the next one is there when it ends one. */
const batchesPerThread = 2
/** A few blocks are done sooner than a thread starts. */
export const defaultIdleBytes = 64 << 10
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

  constructor(parts: PreparationParts) {
    this.#parts = parts
    this.#untilStart = parts.idleBytes ?? defaultIdleBytes
  }

  /** Starts the threads before the first jobs, which are then sure to be many. */
  start(): void {
    if (this.#untilStart >= 0) this.#startAll()
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
    const { network } = this.#parts
    for (let count = 0; count < threadCount; count++) this.#start({ network })
  }

  #start(workerData: PrepareOptions): void {
    const worker = startThread(program, { name: 'cambium preparation', workerData })
    const thread: Thread = { worker, sent: [], isReady: false }
    this.#threads.add(thread)
    worker.unref()
    worker.on('message', (message: ThreadMessage) => this.#receive(thread, message))
    worker.on('error', (error) => {
      this.#parts.onError(error)
      this.#remove(thread)
    })
  }

  #receive(thread: Thread, message: ThreadMessage): void {
    const { sent, worker } = thread
    if (message === threadReady) thread.isReady = true
    else for (const [index, ticket] of sent.shift()!.entries()) ticket.settle(message[index])
    if (sent.length === 0) worker.unref()
    this.#sendAll()
  }

  #sendAll(): void {
    this.#isSending = false
    for (const { worker, sent, isReady } of this.#threads) {
      while (isReady && sent.length < batchesPerThread) {
        const tickets = this.#nextBatch()
        if (tickets.length === 0) break
        sent.push(tickets)
        // Only a thread with work keeps the process alive.
        worker.ref()
        worker.postMessage(tickets.map((ticket) => ticket.send()))
      }
    }
    if (this.#threads.size === 0) this.#giveUp()
  }

  #nextBatch(): Ticket[] {
    const batch: Ticket[] = []
    let taken = 0
    for (let bytes = 0; taken < this.#waiting.length && bytes < batchBytes; taken++) {
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
    void thread.worker.terminate()
  }
}
