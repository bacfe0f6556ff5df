import { limitExceeded, type RpcError } from '../errors/errors.ts'
import type { AnswerContext } from './answerContext.ts'

/** Text up to 16 KiB fits in the buffer of a socket and is not counted as waiting for the client. */
export const uncountedLength = 16 * 1024

/** Counts the parts of an answer that wait for the rest of it. */
export class HeldText {
  readonly #context: Pick<AnswerContext, 'hold'>
  readonly #releases: (() => void)[] = []
  #uncounted = 0

  constructor(context: Pick<AnswerContext, 'hold'>) {
    this.#context = context
  }

  /** The error of an answer to a client that has too much text to read already. */
  add(length: number): RpcError | undefined {
    this.#uncounted += length
    if (this.#uncounted <= uncountedLength) return undefined
    const release = this.#context.hold(this.#uncounted)
    if (release === undefined) return limitExceeded('unread answers')
    this.#uncounted = 0
    this.#releases.push(release)
    return undefined
  }

  release(): void {
    for (const release of this.#releases.splice(0)) release()
  }
}
