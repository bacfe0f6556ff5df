import { toHexDigits } from '../../primitives/hex.ts'

const acceptable = /^[\w.-]{1,64}$/

/** Gives requests ids, by which a client's report can be found in the logs. */
export class RequestIds {
  readonly #prefix: string
  #count = 0

  constructor(random: (length: number) => Uint8Array) {
    this.#prefix = toHexDigits(random(4))
  }

  /** The id that a proxy gave, or a new one. */
  next(given: string | string[] | undefined): string {
    if (typeof given === 'string' && acceptable.test(given)) return given
    return `${this.#prefix}-${(this.#count++).toString(36)}`
  }
}
