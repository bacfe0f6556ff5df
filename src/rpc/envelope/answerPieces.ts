import type { Timer } from '../../platform/timers.ts'
import { answerTooLong, executionTimeout } from '../errors/errors.ts'
import { giveBack, joined, type Piece } from '../json/piece.ts'
import type { HeldText } from './answerContext.ts'
import type { PieceList } from './pieceList.ts'

/** An answer as it is sent: its text, empty for a notification, or the pieces of it. */
export type Answered = Piece | AnswerPieces | PieceList

export interface AnswerPiecesParts {
  /** Text of the answer before the first piece of the result and after the last. */
  readonly beginning: string
  readonly end: string
  readonly maximumLength: number
  /** Characters that are made before the first is sent. */
  readonly keptBack: number
  readonly timeoutMs: number
  /** Is called once when the answer has ended; `failure` is undefined when it is complete. */
  readonly onEnd: (failure: unknown) => void
}

/** Longer answers are sent piece by piece, because joining them would copy them once more. */
export const joinedLength = 1024 * 1024

type Next = IteratorResult<Piece, undefined>
const finished: Next = { done: true, value: undefined }

/**
 * An answer that is sent while it is made, within bounds of time and length: beyond them `next` throws. The source is
 * stopped at once when a bound is reached or the client goes.
 */
export class AnswerPieces implements AsyncIterableIterator<Piece> {
  readonly #source: AsyncIterator<Piece>
  readonly #parts: AnswerPiecesParts
  readonly #timer: Timer
  #interrupt = () => {}
  readonly #first: Piece[] = []
  #release = () => {}
  #failure: unknown
  #length: number
  #isEnded = false
  #isComplete = false

  constructor(pieces: AsyncIterable<Piece>, parts: AnswerPiecesParts) {
    this.#source = pieces[Symbol.asyncIterator]()
    this.#parts = parts
    this.#length = parts.beginning.length + parts.end.length
    this.#timer = setTimeout(() => this.#stop(executionTimeout()), parts.timeoutMs)
  }

  /** Characters of the answer so far. */
  get length(): number {
    return this.#length
  }

  /**
   * Makes the first pieces: a failure among them can still be answered with an error. Returns the whole answer if it ends
   * with them and is not long, an empty one if its reader leaves, and else undefined.
   */
  async begin(held: HeldText): Promise<Piece | undefined> {
    this.#release = () => held.release()
    const kept: Piece[] = [this.#parts.beginning]
    try {
      const whole = await this.#keepBack(kept, held)
      if (whole === undefined) this.#first.push(...kept.splice(0))
      return whole
    } finally {
      kept.forEach(giveBack)
    }
  }

  async #keepBack(kept: Piece[], held: HeldText): Promise<Piece | undefined> {
    for (let length = 0; length < this.#parts.keptBack; ) {
      const { value } = await this.next()
      if (value === undefined) {
        if (!this.#isComplete) return ''
        return length <= joinedLength ? joined(kept) : undefined
      }
      kept.push(value)
      const problem = held.add(value.length)
      if (problem !== undefined) {
        this.#stop(problem)
        throw problem
      }
      length += value.length
    }
    return undefined
  }

  async next(): Promise<Next> {
    const first = this.#first.shift()
    if (first !== undefined) {
      if (this.#first.length === 0) this.#release()
      return { done: false, value: first }
    }
    if (!this.#isEnded) {
      try {
        const next = await this.#pull()
        if (!this.#isEnded) return this.#take(next)
        if (next.done !== true) giveBack(next.value)
      } catch (error) {
        this.#stop(error)
      }
    }
    if (this.#failure !== undefined) throw this.#failure
    return finished
  }

  async return(): Promise<Next> {
    this.#first.splice(0).forEach(giveBack)
    this.#release()
    this.#stop(undefined)
    return finished
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #pull(): Promise<IteratorResult<Piece>> {
    return new Promise((resolve, reject) => {
      let isInterrupted = false
      this.#interrupt = () => {
        isInterrupted = true
        resolve(finished)
      }
      this.#source.next().then((next) => {
        if (isInterrupted && next.done !== true) giveBack(next.value)
        resolve(next)
      }, reject)
    })
  }

  #take(next: IteratorResult<Piece>): Next {
    if (next.done === true) {
      this.#isComplete = true
      this.#end(undefined)
      return { done: false, value: this.#parts.end }
    }
    const { maximumLength } = this.#parts
    this.#length += next.value.length
    if (this.#length > maximumLength) {
      giveBack(next.value)
      throw answerTooLong(maximumLength)
    }
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
