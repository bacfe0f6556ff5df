import type { Piece } from '../json/piece.ts'

/** A whole answer in pieces, which are not joined because they are long, or other answers share some of them. */
export class PieceList implements AsyncIterableIterator<Piece> {
  readonly #pieces: Iterator<Piece>

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces.values()
  }

  async next(): Promise<IteratorResult<Piece, undefined>> {
    const next = this.#pieces.next()
    return next.done === true ? { done: true, value: undefined } : next
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
