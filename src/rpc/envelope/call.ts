import type { Timer } from '../../platform/timers.ts'
import type { Later } from '../../primitives/work/later.ts'
import type { Span, SpanKind } from '../../remote/requestTrace.ts'
import { WorkMeter } from '../budget/workMeter.ts'
import { type ErrorDialect, executionTimeout } from '../errors/errors.ts'
import type { Result } from '../json/result.ts'
import type { AskedBlock } from '../method/askedBlock.ts'
import type { Method } from '../method/method.ts'
import type { ReadMethod } from '../method/methodFacts.ts'
import type { AnswerContext, AnswerLimits, Evidence, RpcClient } from './answerContext.ts'
import type { Answered } from './answerPieces.ts'
import type { RequestId } from './request.ts'

/** What is called. */
export interface Called {
  /** Undefined for a notification. */
  readonly id: RequestId | undefined
  /** One of the names of the method, as the client wrote it. */
  readonly name: string
  readonly method: Method
  /** Unchecked: the place that runs the method decodes them. */
  readonly params: unknown
}

/**
 * A way to answer a call. Each way does one thing and asks the one inside it for the rest; `answering/` has all of them.
 * It throws or rejects when the call fails, charges all work to `call.meter`, and calls `call.movesTo` when somebody else than
 * this thread works for the call.
 */
export interface Answerer {
  (call: Call): Later<Result>
  /**
   * Answers a batch as a whole and tells the context what each call cost; undefined for a batch whose calls are answered one
   * by one. All calls have ids and are permitted.
   */
  readonly together?: (calls: readonly Call[], context: AnswerContext) => Promise<Answered> | undefined
}

/** What an envelope gives to each call. */
export interface CallParts {
  /** Answers every call that the client may make. */
  readonly answerer: Answerer
  /** The dialect of errors for clients that do not choose one; Rootstock's by default. */
  readonly errors?: ErrorDialect
}

/** The dialect of errors that a client gets. */
export const dialectOf = ({ errors: chosen }: RpcClient, { errors = 'rootstock' }: CallParts): ErrorDialect =>
  chosen ?? errors

/**
 * One call on its way to its answer: what is called, who asks, what it has used, and how it is stopped. Calls that it makes
 * itself share its client, its time and its end.
 */
export class Call implements Called {
  readonly id: RequestId | undefined
  readonly name: string
  readonly method: Method
  readonly params: unknown
  readonly meter: WorkMeter
  /** Whether the result is discarded: nothing is charged or logged. */
  readonly isAside: boolean
  readonly startedAtMs = performance.now()
  readonly #context: AnswerContext
  readonly #parts: CallParts
  /** The course of the client's call, which those that it makes share. Most calls are answered before they need one. */
  #course: Course | undefined
  #asked: AskedBlock | undefined

  constructor(
    { id, name, params }: Omit<Called, 'method'>,
    method: Method,
    context: AnswerContext,
    parts: CallParts,
    meter: WorkMeter = new WorkMeter(),
    course?: Course,
    isAside = false,
  ) {
    this.id = id
    this.name = name
    this.method = method
    this.params = params
    this.meter = meter
    this.isAside = isAside
    this.#context = context
    this.#parts = parts
    this.#course = course
  }

  get client(): RpcClient {
    return this.#context.client
  }

  /** The block that it asks for. */
  get asked(): AskedBlock {
    this.#asked ??= this.method.askedBlock(this.params)
    return this.#asked
  }

  /** The dialect of its errors. */
  get errors(): ErrorDialect {
    return dialectOf(this.client, this.#parts)
  }

  get limits(): AnswerLimits {
    return this.#context.limits
  }

  /** Counts characters of the answer that wait for the client; undefined when it has too much unread text already. */
  hold(length: number): (() => void) | undefined {
    return this.#context.hold(length)
  }

  /** Says on what the answer rests. */
  restsOn(evidence: Evidence): void {
    this.#context.restsOn?.(evidence)
  }

  span(name: string, kind: SpanKind): Span | undefined {
    return this.#context.client.trace?.span?.begin(name, kind)
  }

  /** Whether the answer is not wanted any more: the client has left, or its time is over. */
  get isStopped(): boolean {
    return this.#context.isGone || this.#course?.isStopped === true
  }

  /** What is left for an answer that this thread does not give at once. A call that moves may wait for its turn elsewhere. */
  get leftMs(): number {
    return this.#theCourse.timeoutMs - (performance.now() - this.startedAtMs)
  }

  /**
   * Somebody else than this thread works for the call from now on; `stop` ends that when the client leaves or the time is
   * over. The first move sets the timeout anew.
   */
  movesTo(stop: () => void): void {
    this.#theCourse.moveTo(stop)
    if (this.isStopped) stop()
  }

  /** The outcome, if it comes before the timeout; otherwise rejects. Stops the call then, and when its client leaves. */
  inTime<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
    return this.#theCourse.inTime(outcome, this.#context)
  }

  get #theCourse(): Course {
    this.#course ??= new Course(this.method, this.limits)
    return this.#course
  }

  /** A call that this one makes, at the expense of the same client. */
  asking(method: Method, params: unknown): Call {
    const called = { id: this.id, name: method.name, params }
    return this.#made(called, method, this.meter, this.isAside)
  }

  /** A run of the same call whose work is discarded. */
  aside(): Call {
    return this.#made(this, this.method, new WorkMeter(), true)
  }

  #made(called: Omit<Called, 'method'>, method: Method, meter: WorkMeter, isAside: boolean): Call {
    return new Call(called, method, this.#context, this.#parts, meter, this.#theCourse, isAside)
  }

  /** Calls a read where reads run. */
  ask(method: ReadMethod, params: unknown): Later<Result> {
    if (this.isStopped) throw executionTimeout()
    return this.#parts.answerer(this.asking(method, params))
  }
}

/** How a call that is not answered at once ends: by its outcome, by its timeout or with its client. */
class Course {
  readonly #isLong: boolean
  readonly #limits: AnswerLimits
  #stop: (() => void) | undefined
  #timer: Timer | undefined
  #expire = () => {}
  isStopped = false

  constructor({ isLong }: Method, limits: AnswerLimits) {
    this.#isLong = isLong
    this.#limits = limits
  }

  get timeoutMs(): number {
    const { answerTimeoutMs, longAnswerTimeoutMs } = this.#limits
    return this.#isLong || this.#stop !== undefined ? longAnswerTimeoutMs : answerTimeoutMs
  }

  moveTo(stop: () => void): void {
    const isFirst = this.#stop === undefined
    this.#stop = stop
    if (isFirst && this.#timer !== undefined) this.#startTimer()
  }

  inTime<Outcome>(outcome: Promise<Outcome>, context: AnswerContext): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const unwatch = context.whenGone(() => this.#stopNow())
      const end = (): void => {
        clearTimeout(this.#timer)
        this.#timer = undefined
        unwatch()
      }
      this.#expire = () => {
        end()
        this.#stopNow()
        reject(executionTimeout())
      }
      this.#startTimer()
      outcome.then(
        (value) => {
          end()
          resolve(value)
        },
        (error: unknown) => {
          end()
          reject(error)
        },
      )
    })
  }

  #startTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#expire(), this.timeoutMs)
  }

  #stopNow(): void {
    this.isStopped = true
    this.#stop?.()
  }
}
