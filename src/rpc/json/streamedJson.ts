import type { Piece } from './piece.ts'

/** A result that is sent while it is made: the text of one JSON value in pieces, each made when it is asked for. */
export class StreamedJson {
  readonly pieces: AsyncIterable<Piece>

  constructor(pieces: AsyncIterable<Piece>) {
    this.pieces = pieces
  }

  /** The same pieces; an error while they are made is replaced by its explanation. */
  explaining(explain: (error: unknown) => Error): StreamedJson {
    return new StreamedJson({ [Symbol.asyncIterator]: () => explainedPieces(this.pieces, explain) })
  }
}

/** Not a generator: that would wait for the piece in progress before it stops. */
function explainedPieces(
  pieces: AsyncIterable<Piece>,
  explain: (error: unknown) => Error,
): AsyncIterator<Piece> {
  const source = pieces[Symbol.asyncIterator]()
  return {
    async next() {
      try {
        return await source.next()
      } catch (error) {
        throw explain(error)
      }
    },
    async return() {
      await source.return?.()
      return { done: true, value: undefined }
    },
  }
}
