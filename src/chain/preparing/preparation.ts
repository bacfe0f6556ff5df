import { availableParallelism } from 'node:os'
import { Thread } from '../../primitives/threads/thread.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { PrepareJob, PrepareResult } from './findings.ts'

const program = 'chain/preparing/prepareWorker.ts'

/** What a thread does. */
export interface PrepareFunctions {
  /** Answers when the thread has loaded its program. */
  opened(): void
  prepare(jobs: readonly PrepareJob[]): readonly PrepareResult[]
}

/** A few blocks are done sooner than a thread starts. */
export const defaultIdleBytes = 64 << 10

/** Bytes of the jobs in one message: about 20 ms of work, so that a message costs little beside it. */
const batchBytes = 12 << 10
/** Bytes in the first message of a thread, because the caller waits for it. Each further one has twice as many. */
const firstBatchBytes = 1 << 10
/** Messages that a thread has, so that the next one is there when it ends one. */
const batchesPerThread = 2
/** Threads beside the one that executes. */
const threadCount = Math.max(1, availableParallelism() - 1)

export interface PreparationParts {
  readonly network: Network
  /** Receives the error of a thread that failed. */
  readonly onError: (error: unknown) => void
  /** Bytes of blocks before the threads start. */
  readonly idleBytes?: number
}

interface PreparingThread {
  readonly thread: Thread<PrepareFunctions>
  /** The batches that it has. */
  readonly sent: Set<readonly Ticket[]>
  /** Resolves when the thread takes jobs, or has ended. */
  readonly opening: Promise<void>
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
  readonly #threads = new Set<PreparingThread>()
  readonly #waiting: Ticket[] = []
  #isSending = false
  /** Bytes of jobs until the threads start. */
  #untilStart: number
  #isFinishing = false

  constructor(parts: PreparationParts) {
    this.#parts = parts
    this.#untilStart = parts.idleBytes ?? defaultIdleBytes
  }

  /** Starts the threads before the first jobs, which are then sure to be many. */
  start(): void {
    if (this.#untilStart >= 0) this.#startAll()
  }

  /** Resolves when a thread takes jobs, or when no thread runs. */
  async ready(): Promise<void> {
    while (this.#threads.size > 0 && !Array.from(this.#threads).some(({ isReady }) => isReady))
      await Promise.race(Array.from(this.#threads, ({ opening }) => opening))
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

  /** Called after the last job: threads end when their jobs are done, because a process waits for their end. */
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
    for (let count = 0; count < threadCount; count++) this.#startOne()
  }

  #startOne(): void {
    const thread = new Thread<PrepareFunctions>({
      name: 'cambium preparation',
      program,
      data: this.#parts.network,
      onEnd: (reason) => this.#fail(preparing, reason),
    })
    const opening = thread.ask('opened', undefined).then(
      () => {
        preparing.isReady = true
        this.#continue(preparing)
      },
      () => {},
    )
    const preparing: PreparingThread = {
      thread,
      sent: new Set(),
      opening,
      isReady: false,
      nextBytes: firstBatchBytes,
    }
    this.#threads.add(preparing)
  }

  #continue(preparing: PreparingThread): void {
    this.#sendAll()
    this.#endIfDone(preparing)
  }

  #endIfDone(preparing: PreparingThread): void {
    const { isReady, sent } = preparing
    const isDone = isReady && sent.size === 0 && !this.#waiting.some(({ isWaiting }) => isWaiting)
    if (this.#isFinishing && isDone) this.#remove(preparing)
  }

  #sendAll(): void {
    this.#isSending = false
    for (const preparing of this.#threads) {
      while (preparing.isReady && preparing.sent.size < batchesPerThread) {
        const tickets = this.#nextBatch(preparing.nextBytes)
        if (tickets.length === 0) break
        preparing.nextBytes = Math.min(2 * preparing.nextBytes, batchBytes)
        void this.#prepare(preparing, tickets)
      }
    }
    if (this.#threads.size === 0) this.#giveUp()
  }

  async #prepare(preparing: PreparingThread, tickets: readonly Ticket[]): Promise<void> {
    const { thread, sent } = preparing
    sent.add(tickets)
    try {
      const jobs = tickets.map((ticket) => ticket.send())
      const results = await thread.ask('prepare', jobs)
      for (const [index, ticket] of tickets.entries()) ticket.settle(results[index])
      sent.delete(tickets)
      this.#continue(preparing)
    } catch (error) {
      for (const ticket of tickets) ticket.settle(undefined)
      if (thread.isOpen) this.#fail(preparing, error)
    }
  }

  #nextBatch(maximumBytes: number): Ticket[] {
    const batch: Ticket[] = []
    let taken = 0
    for (let bytes = 0; taken < this.#waiting.length && bytes < maximumBytes; taken++) {
      const ticket = this.#waiting[taken]!
      if (!ticket.isWaiting) continue
      batch.push(ticket)
      bytes += ticket.job.rlp.length
    }
    this.#waiting.splice(0, taken)
    return batch
  }

  #fail(preparing: PreparingThread, error: unknown): void {
    this.#remove(preparing)
    this.#sendAll()
    this.#parts.onError(error)
  }

  #remove(preparing: PreparingThread): void {
    this.#threads.delete(preparing)
    preparing.thread.terminate()
  }
}

/** A job that is to be done ahead. */
export class Ticket {
  readonly job: PrepareJob
  readonly #settled: Promise<PrepareResult>
  #settle: (result: PrepareResult) => void = () => {}
  #state: 'waiting' | 'sent' | 'settled' = 'waiting'

  constructor(job: PrepareJob) {
    this.job = job
    this.#settled = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  get isWaiting(): boolean {
    return this.#state === 'waiting'
  }

  get isSettled(): boolean {
    return this.#state === 'settled'
  }

  /** The job for a thread, with a copy of the bytes: a message would carry the whole memory that they are part of. */
  send(): PrepareJob {
    this.#state = 'sent'
    return { kind: this.job.kind, rlp: new Uint8Array(this.job.rlp) }
  }

  /** Resolves when a thread has done the job or given it up. */
  async settled(): Promise<void> {
    await this.#settled
  }

  settle(result: PrepareResult): void {
    this.#state = 'settled'
    this.#settle(result)
  }

  /**
   * What was found. Undefined when nothing was, and at once when no thread has taken the job yet: the caller, who needs
   * the block now, then does the work itself instead of waiting.
   */
  result(): Promise<PrepareResult> {
    if (this.isWaiting) this.settle(undefined)
    return this.#settled
  }
}
