import { giveBack, type Piece } from '../json/piece.ts'
import type { AnswerContext } from './answerContext.ts'

/** Shorter pieces fit in the buffer of a socket and are not counted. */
const uncountedLength = 16 * 1024

/**
 * A whole answer in pieces, which are not joined because they are long, or other answers share some of them. Each piece counts as
 * text that waits for the client until it is taken.
 */
export class PieceList implements AsyncIterableIterator<Piece> {
  readonly #pieces: Piece[]
  readonly #releases: ((() => void) | undefined)[]

  constructor(pieces: readonly Piece[], context: Pick<AnswerContext, 'hold'>) {
    this.#pieces = pieces.toReversed()
    this.#releases = this.#pieces.map(({ length }) =>
      length > uncountedLength ? context.hold(length) : undefined,
    )
  }

  async next(): Promise<IteratorResult<Piece, undefined>> {
    const value = this.#pieces.pop()
    this.#releases.pop()?.()
    return value === undefined ? { done: true, value: undefined } : { done: false, value }
  }

  async return(): Promise<IteratorResult<Piece, undefined>> {
    this.#pieces.splice(0).forEach(giveBack)
    for (const release of this.#releases.splice(0)) release?.()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
