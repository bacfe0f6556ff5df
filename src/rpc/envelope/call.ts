import { WorkMeter } from '../budget/workMeter.ts'
import type { AnswerContext } from './answerContext.ts'
import type { Request } from './request.ts'

/** One request on its way to its answer: who asks, what it has used, and how it is stopped when it runs in another thread. */
export class Call {
  readonly request: Request
  readonly context: AnswerContext
  readonly startedAtMs = performance.now()
  readonly meter = new WorkMeter()
  /** Units that the method costs at least; undefined for a name that does not answer. */
  cost: number | undefined
  #stop: (() => void) | undefined
  #isStopped = false

  constructor(request: Request, context: AnswerContext) {
    this.request = request
    this.context = context
  }

  get isHandedOver(): boolean {
    return this.#stop !== undefined
  }

  /** Whether its answer is not wanted any more. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** The call is going to be handed over, unless it is stopped before. */
  expectHandOver(): void {
    this.#stop ??= () => {}
  }

  handedOver(stop: () => void): void {
    this.#stop = stop
    if (this.#isStopped) stop()
  }

  /** Stops the call: its client has left, or its time is over. */
  stop(): void {
    this.#isStopped = true
    this.#stop?.()
  }
}
