import type { RpcContext } from './context.ts'

/** The time of a call, which begins when this is made. */
export class Deadline {
  readonly now: () => number
  readonly #endMs: number

  constructor({ now, settings }: Pick<RpcContext, 'now' | 'settings'>) {
    this.now = now
    this.#endMs = now() + settings.callTimeoutMs
  }

  get isOver(): boolean {
    return this.now() >= this.#endMs
  }
}
