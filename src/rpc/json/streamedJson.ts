import { through } from '../../primitives/work/pieces.ts'
import type { Piece } from './piece.ts'

/** A result that is sent while it is made: the text of one JSON value in pieces, each made when it is asked for. */
export class StreamedJson {
  readonly pieces: AsyncIterable<Piece>

  constructor(pieces: AsyncIterable<Piece>) {
    this.pieces = pieces
  }

  /** The same pieces; an error while they are made is replaced by its explanation. */
  explaining(explain: (error: unknown) => Error): StreamedJson {
    return new StreamedJson(through(this.pieces, { piece: (piece) => piece, explain }))
  }
}
