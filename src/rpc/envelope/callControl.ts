import { WorkMeter } from '../budget/workMeter.ts'
import type { AnswerContext } from './answerContext.ts'

/** What one call may use, what it has used, and how it is stopped when it runs in another thread. */
export class CallControl {
  readonly meter = new WorkMeter()
  /** Units that the method costs at least; undefined for a name that does not answer. */
  cost: number | undefined
  /** The most characters of the answer. */
  readonly maximumLength: number
  readonly #context: Pick<AnswerContext, 'hold'> | undefined
  #stop: (() => void) | undefined
  #isStopped = false

  /** Without a context, the caller is in the same process and takes any answer. */
  constructor(context?: Pick<AnswerContext, 'hold' | 'limits'>) {
    this.#context = context
    this.maximumLength = context?.limits.answerBytes ?? Number.POSITIVE_INFINITY
  }

  /** Counts text that waits for the client; undefined when the client has too much of it. */
  hold(length: number): (() => void) | undefined {
    return this.#context === undefined ? () => {} : this.#context.hold(length)
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
