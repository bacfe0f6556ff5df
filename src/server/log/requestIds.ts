import { toHexDigits } from '../../primitives/hex.ts'
import type { RequestTrace } from '../../upstream/requestTrace.ts'

/** Gives requests ids, by which a client's report can be found in the logs. */
export class RequestIds {
  readonly #prefix: string
  #count = 0

  constructor(random: (length: number) => Uint8Array) {
    this.#prefix = toHexDigits(random(4))
  }

  /** The id that a proxy gave, or a new one. */
  next(trace: RequestTrace | undefined): string {
    if (trace?.requestId !== undefined) return trace.requestId
    return `${this.#prefix}-${(this.#count++).toString(36)}`
  }
}
