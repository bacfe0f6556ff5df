/** A result that is told while it is made: the text of one JSON value in pieces, each when it is asked for. */
export class StreamedJson {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }

  /** The same pieces; whatever is thrown while they are made is explained first. */
  explaining(explain: (error: unknown) => Error): StreamedJson {
    return new StreamedJson({ [Symbol.asyncIterator]: () => explainedPieces(this.pieces, explain) })
  }
}

/** No generator: asked to stop, that would first wait for the piece that is being made. */
function explainedPieces(
  pieces: AsyncIterable<string>,
  explain: (error: unknown) => Error,
): AsyncIterator<string> {
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
