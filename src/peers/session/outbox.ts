import type { Rate } from '../../primitives/bounds/rate.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import type { WorkBudget } from '../../primitives/work/workBudget.ts'
import { maximumPayloadBytes } from '../messages/messageLimits.ts'
import { type Outgoing, OutgoingQueue } from './outgoingQueue.ts'
import { TokenBucket } from './tokenBucket.ts'
import type { TrafficClass } from './trafficClass.ts'

/** Each class has a queue, and the queues take turns. */
export type OutboxClass = TrafficClass | 'answers'

export interface OutboxParts {
  readonly rate: Rate
  /** Bounds the time spent on answers; all sessions share it. */
  readonly answering: WorkBudget
  /** Milliseconds. */
  readonly now: () => number
  /** False when the connection cannot take more at the moment. */
  readonly send: (payload: Uint8Array) => boolean
  /** Receives errors of encoding messages and computing answers. */
  readonly report: (error: unknown) => void
}

/** After this time on one peer, other work gets its turn. */
const sliceMs = 2
/** Delay before a full connection is tried again. */
const retryMs = 50

/**
 * Messages on their way to a peer, sent at the rate that it accepts. They are encoded only when they are sent, so that
 * a peer which sends many requests and reads no answers takes little memory.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #bucket: TokenBucket
  readonly #queues: Readonly<Record<OutboxClass, OutgoingQueue>> = {
    blocks: new OutgoingQueue(),
    transactions: new OutgoingQueue(),
    requests: new OutgoingQueue(),
    answers: new OutgoingQueue(),
  }
  readonly #turns: OutboxClass[] = ['blocks', 'transactions', 'requests', 'answers']
  /** A payload that the connection could not take yet. */
  #stuck: Uint8Array | undefined
  /** An answer that takes several turns to compute. */
  #unfinished: Steps<Uint8Array | undefined> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  /** Whether the answering budget has given this outbox its turn. */
  #hasTurn = false

  constructor(parts: OutboxParts) {
    this.#parts = parts
    this.#bucket = new TokenBucket(parts.rate, parts.now)
  }

  get length(): number {
    return this.#unbudgetedLength + this.#answersLength
  }

  /** False when too many messages or bytes of the class are waiting. */
  add(outboxClass: OutboxClass, outgoing: Outgoing): boolean {
    if (this.#isClosed || !this.#queues[outboxClass].push(outgoing)) return false
    if (this.#timer === undefined) this.#drain()
    return true
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#parts.answering.forget(this.#takeTurn)
    this.#stuck = undefined
    this.#unfinished = undefined
    for (const queue of Object.values(this.#queues)) queue.clear()
  }

  /** Messages that can be sent without a share of the answering budget. */
  get #unbudgetedLength(): number {
    const { blocks, transactions, requests } = this.#queues
    return blocks.length + transactions.length + requests.length + (this.#stuck === undefined ? 0 : 1)
  }

  get #answersLength(): number {
    return this.#queues.answers.length + (this.#unfinished === undefined ? 0 : 1)
  }

  #drain(): void {
    const pauseMs = this.#sendUntilPause()
    clearTimeout(this.#timer)
    this.#timer =
      pauseMs === undefined || this.#isClosed ? undefined : setTimeout(() => this.#drain(), pauseMs)
  }

  readonly #takeTurn = (): void => {
    this.#hasTurn = true
    this.#drain()
    this.#hasTurn = false
  }

  /** When false, the outbox has asked for its turn. */
  #mayAnswer(): boolean {
    const { answering } = this.#parts
    if (this.#hasTurn || answering.isFree) return true
    answering.await(this.#takeTurn)
    return false
  }

  /** Milliseconds to wait before the rest. Undefined when all is sent, or the rest are answers that wait for a turn. */
  #sendUntilPause(): number | undefined {
    const start = this.#parts.now()
    while (this.length > 0) {
      const { waitMs } = this.#bucket
      if (waitMs > 0) return waitMs
      if (this.#unbudgetedLength === 0 && !this.#mayAnswer()) return undefined
      if (!this.#sendNext()) return retryMs
      if (this.#parts.now() - start > sliceMs) return 0
    }
    return undefined
  }

  /** False when the connection cannot take more at the moment. */
  #sendNext(): boolean {
    this.#stuck ??= this.#makeNext()
    if (this.#stuck === undefined) return true
    if (!this.#parts.send(this.#stuck)) return false
    this.#stuck = undefined
    this.#bucket.take()
    return true
  }

  #makeNext(): Uint8Array | undefined {
    for (const [turn, candidate] of this.#turns.entries()) {
      const isAnswer = candidate === 'answers'
      const length = isAnswer ? this.#answersLength : this.#queues[candidate].length
      if (length === 0 || (isAnswer && !this.#mayAnswer())) continue
      this.#turns.push(...this.#turns.splice(turn, 1))
      return isAnswer ? this.#madeAnswer() : this.#made(() => this.#queues[candidate].shift()!.make())
    }
    return undefined
  }

  #madeAnswer(): Uint8Array | undefined {
    this.#hasTurn = false
    return this.#parts.answering.spend(() =>
      this.#made(() => this.#unfinished ?? this.#queues.answers.shift()!.make()),
    )
  }

  /** Undefined for a message longer than the reference node can read, and for an unfinished answer. */
  #made(make: () => Uint8Array | undefined | Steps<Uint8Array | undefined>): Uint8Array | undefined {
    try {
      const made = make()
      const payload = made === undefined || made instanceof Uint8Array ? made : this.#goOn(made)
      return payload === undefined || payload.length > maximumPayloadBytes ? undefined : payload
    } catch (error) {
      this.#parts.report(error)
      return undefined
    }
  }

  /** Takes steps of an answer until the slice ends. */
  #goOn(steps: Steps<Uint8Array | undefined>): Uint8Array | undefined {
    const { now } = this.#parts.answering
    this.#unfinished = undefined
    for (const end = now() + sliceMs; ; ) {
      const step = steps.next()
      if (step.done) return step.value
      if (now() < end) continue
      this.#unfinished = steps
      return undefined
    }
  }
}
