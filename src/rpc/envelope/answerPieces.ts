import { answerTooLong, executionTimeout } from '../errors/errors.ts'

export interface AnswerPiecesParts {
  /** Text of the answer before the first piece of the result and after the last. */
  readonly beginning: string
  readonly end: string
  readonly maximumLength: number
  readonly timeoutMs: number
  /** Is called once when the answer has ended; `failure` is undefined when it is complete. */
  readonly onEnd: (failure: unknown) => void
}

type Next = IteratorResult<string, undefined>
const finished: Next = { done: true, value: undefined }

/**
 * An answer that is sent while it is made, within bounds of time and length: beyond them `next` throws. The source is
 * stopped at once when a bound is reached or the client goes.
 */
export class AnswerPieces implements AsyncIterableIterator<string> {
  readonly #source: AsyncIterator<string>
  readonly #parts: AnswerPiecesParts
  readonly #timer: NodeJS.Timeout
  #interrupt = () => {}
  #first: string | undefined
  #failure: unknown
  #length: number
  #isEnded = false

  constructor(pieces: AsyncIterable<string>, parts: AnswerPiecesParts) {
    this.#source = pieces[Symbol.asyncIterator]()
    this.#parts = parts
    this.#length = parts.beginning.length + parts.end.length
    this.#timer = setTimeout(() => this.#stop(executionTimeout()), parts.timeoutMs)
  }

  /** Characters of the answer so far. */
  get length(): number {
    return this.#length
  }

  /** Waits for the first piece: a failure before it can still be answered with an error. */
  async begin(): Promise<void> {
    const { value } = await this.next()
    if (value !== undefined) this.#first = this.#parts.beginning + value
  }

  async next(): Promise<Next> {
    const first = this.#first
    if (first !== undefined) {
      this.#first = undefined
      return { done: false, value: first }
    }
    if (!this.#isEnded) {
      try {
        const next = await this.#pull()
        if (!this.#isEnded) return this.#take(next)
      } catch (error) {
        this.#stop(error)
      }
    }
    if (this.#failure !== undefined) throw this.#failure
    return finished
  }

  async return(): Promise<Next> {
    this.#stop(undefined)
    return finished
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #pull(): Promise<IteratorResult<string>> {
    return new Promise((resolve, reject) => {
      this.#interrupt = () => resolve(finished)
      this.#source.next().then(resolve, reject)
    })
  }

  #take(next: IteratorResult<string>): Next {
    if (next.done === true) {
      this.#end(undefined)
      return { done: false, value: this.#parts.end }
    }
    const { maximumLength } = this.#parts
    this.#length += next.value.length
    if (this.#length > maximumLength) throw answerTooLong(maximumLength)
    return { done: false, value: next.value }
  }

  /** Ignores later errors of the source. */
  #stop(failure: unknown): void {
    if (this.#isEnded) return
    this.#failure = failure
    this.#isEnded = true
    this.#interrupt()
    // The source counts its work before the end is told.
    this.#source.return?.().catch(() => {})
    this.#end(failure)
  }

  #end(failure: unknown): void {
    this.#isEnded = true
    clearTimeout(this.#timer)
    this.#parts.onEnd(failure)
  }
}
