import type { Rate } from '../../primitives/rate.ts'
import { TokenBucket } from '../../primitives/tokenBucket.ts'
import type { WorkBudget } from '../../primitives/workBudget.ts'
import { maximumPayloadBytes } from '../messages/limits.ts'

/** Messages of each class take turns. */
export type OutboxClass = 'push' | 'request' | 'answer'

/** A message that is made when its turn has come. */
export interface Outgoing {
  /** What it holds in memory until then. */
  readonly bytes: number
  /** Undefined when there is nothing to say any more. */
  make(): Uint8Array | undefined
}

export interface OutboxOptions {
  readonly rate: Rate
  /** What answers may cost. */
  readonly answering: WorkBudget
  /** Milliseconds. */
  readonly now: () => number
  /** False when nothing more can be taken at the moment. */
  readonly send: (payload: Uint8Array) => boolean
  /** Hears of errors in making messages. */
  readonly report: (error: unknown) => void
}

const longestQueue = 2000
const mostBytes = 16 << 20
/** After so much time on one peer others have their turn. */
const sliceMs = 4
/** How long to wait for a connection whose buffer is full. */
const retryMs = 50

/**
 * Messages on their way to a peer, sent no faster than it takes them. They wait unmade, so that a peer which
 * asks for much and reads nothing costs little memory.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #bucket: TokenBucket
  readonly #queues: Readonly<Record<OutboxClass, Outgoing[]>> = { push: [], request: [], answer: [] }
  readonly #turns: OutboxClass[] = ['push', 'request', 'answer']
  /** Made, but not taken by the connection yet. */
  #stuck: Uint8Array | undefined
  #bytes = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  /** Others want to answer, too, and it is this one's turn. */
  #hasTurn = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#bucket = new TokenBucket(options.rate, options.now)
  }

  get length(): number {
    return this.#toldLength + this.#queues.answer.length
  }

  /** False when too much is waiting already. */
  add(outgoingClass: OutboxClass, outgoing: Outgoing): boolean {
    const queue = this.#queues[outgoingClass]
    if (this.#isClosed || queue.length >= longestQueue || this.#bytes > mostBytes) return false
    queue.push(outgoing)
    this.#bytes += outgoing.bytes
    if (this.#timer === undefined) this.#drain()
    return true
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#options.answering.forget(this.#takeTurn)
    this.#stuck = undefined
    for (const queue of Object.values(this.#queues)) queue.length = 0
  }

  /** Everything but answers that are not made yet. */
  get #toldLength(): number {
    const { push, request } = this.#queues
    return push.length + request.length + (this.#stuck === undefined ? 0 : 1)
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

  /** If not, its turn will come. */
  #mayAnswer(): boolean {
    const { answering } = this.#options
    if (this.#hasTurn || answering.isFree) return true
    answering.await(this.#takeTurn)
    return false
  }

  /** How long to wait before the rest; undefined when there is none, or only answers whose turn will come. */
  #sendUntilPause(): number | undefined {
    const start = this.#options.now()
    while (this.length > 0) {
      const { waitMs } = this.#bucket
      if (waitMs > 0) return waitMs
      if (this.#toldLength === 0 && !this.#mayAnswer()) return undefined
      if (!this.#sendNext()) return retryMs
      if (this.#options.now() - start > sliceMs) return 0
    }
    return undefined
  }

  /** False when the connection takes nothing at the moment. */
  #sendNext(): boolean {
    this.#stuck ??= this.#makeNext()
    if (this.#stuck === undefined) return true
    if (!this.#options.send(this.#stuck)) return false
    this.#stuck = undefined
    this.#bucket.take()
    return true
  }

  #makeNext(): Uint8Array | undefined {
    for (const [turn, candidate] of this.#turns.entries()) {
      const queue = this.#queues[candidate]
      if (queue.length === 0 || (candidate === 'answer' && !this.#mayAnswer())) continue
      const outgoing = queue.shift()!
      this.#turns.push(...this.#turns.splice(turn, 1))
      this.#bytes -= outgoing.bytes
      return candidate === 'answer' ? this.#madeAnswer(outgoing) : this.#made(outgoing)
    }
    return undefined
  }

  #madeAnswer(outgoing: Outgoing): Uint8Array | undefined {
    this.#hasTurn = false
    return this.#options.answering.spend(() => this.#made(outgoing))
  }

  /** What the reference node could not read is not sent. */
  #made(outgoing: Outgoing): Uint8Array | undefined {
    try {
      const payload = outgoing.make()
      return payload === undefined || payload.length > maximumPayloadBytes ? undefined : payload
    } catch (error) {
      this.#options.report(error)
      return undefined
    }
  }
}
