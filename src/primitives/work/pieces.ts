import type { Later } from './later.ts'
import { giveBack } from './lentBytes.ts'

type Part = string | Uint8Array
type Next<Piece> = IteratorResult<Piece, undefined>
const finished = { done: true, value: undefined } as const

/** What makes the pieces: it is pulled, or it pushes them as they come. It is stopped when the rest is not wanted. */
export interface PieceSource<Piece> {
  /** The next piece, or undefined at the end. */
  pull?(): Later<Piece | undefined>
  /** A pushed piece waits for the reader; the returned function is called when it does not wait any more. */
  kept?(piece: Piece): (() => void) | undefined
  /** A pushed piece did not have to wait. */
  passed?(): void
  /** Called at most once, at any moment before the end: a piece that is made then is dropped. */
  stop?(failure: Error | undefined): void
}

/**
 * An answer in pieces on its way from its source to its one reader, who takes one at a time. A reader that leaves stops the source
 * at once; a generator would complete its piece first. Lent memory of pieces that are not taken is given back.
 */
export class Pieces<Piece extends Part> implements AsyncIterableIterator<Piece, undefined> {
  readonly #source: PieceSource<Piece>
  readonly #waiting: { readonly piece: Piece; readonly taken: (() => void) | undefined }[] = []
  #reader: { resolve(next: Next<Piece>): void; reject(failure: Error): void } | undefined
  #isEnded = false
  #failure: Error | undefined

  constructor(source: PieceSource<Piece>) {
    this.#source = source
  }

  /** Pieces that are all there. */
  static of<Piece extends Part>(
    whole: readonly Piece[],
    kept: PieceSource<Piece>['kept'] = () => undefined,
  ): Pieces<Piece> {
    const pieces = new Pieces<Piece>({ kept })
    for (const piece of whole) pieces.push(piece)
    pieces.end()
    return pieces
  }

  /** Whether no further piece comes from the source. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  next(): Promise<Next<Piece>> {
    const kept = this.#waiting.shift()
    if (kept !== undefined) {
      kept.taken?.()
      return Promise.resolve({ done: false, value: kept.piece })
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (this.#isEnded) return Promise.resolve(finished)
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
      if (this.#source.pull !== undefined) void this.#pull()
    })
  }

  /** The reader leaves. */
  return(): Promise<Next<Piece>> {
    const wasOpen = !this.#isEnded
    this.end()
    for (const { piece, taken } of this.#waiting.splice(0)) {
      giveBack(piece)
      taken?.()
    }
    if (wasOpen) this.#source.stop?.(undefined)
    return Promise.resolve(finished)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Stops the source. The reader gets the pieces that wait, and then the failure. */
  stop(failure: Error): void {
    if (this.#isEnded) return
    this.end(failure)
    this.#source.stop?.(failure)
  }

  /** A piece comes from the source. */
  push(piece: Piece): void {
    const reader = this.#reader
    this.#reader = undefined
    if (this.#isEnded) giveBack(piece)
    else if (reader === undefined) this.#waiting.push({ piece, taken: this.#source.kept?.(piece) })
    else {
      this.#source.passed?.()
      reader.resolve({ done: false, value: piece })
    }
  }

  /** The source has no further piece; with a failure, some are missing. */
  end(failure?: Error): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#failure = failure
    const reader = this.#reader
    this.#reader = undefined
    if (failure === undefined) reader?.resolve(finished)
    else reader?.reject(failure)
  }

  /** The reader gets these pieces again, before all others. `taken` is called when none of them waits any more. */
  putBack(pieces: readonly Piece[], taken?: () => void): void {
    const last = pieces.length - 1
    const again = pieces.map((piece, index) => ({ piece, taken: index === last ? taken : undefined }))
    this.#waiting.unshift(...again)
  }

  async #pull(): Promise<void> {
    try {
      const piece = await this.#source.pull?.()
      if (piece === undefined) this.end()
      else this.push(piece)
    } catch (error) {
      this.end(asError(error))
    }
  }
}

/** What becomes of pieces on their way. A function that throws ends them and stops their source. */
export interface Passage<In, Out> {
  /** Takes over the piece. */
  readonly piece: (piece: In) => Out
  /** What follows the last piece. */
  readonly last?: () => Out | undefined
  /** The failure in place of an error. */
  readonly explain?: (error: unknown) => Error
  /** Called once: when the pieces are complete, and when they are stopped or have failed, after the source was stopped. */
  readonly ended?: (failure: Error | undefined) => void
}

/** The pieces that leave a passage; they are pulled and stopped like those that enter it. */
export function through<In extends Part, Out extends Part>(
  entering: AsyncIterable<In>,
  { piece, last, explain = asError, ended }: Passage<In, Out>,
): Pieces<Out> {
  const source = entering[Symbol.asyncIterator]()
  const leaving = new Pieces<Out>({
    async pull() {
      try {
        const next = await source.next()
        if (leaving.isEnded && next.done !== true) giveBack(next.value)
        if (leaving.isEnded) return undefined
        if (next.done !== true) return piece(next.value)
        const end = last?.()
        ended?.(undefined)
        if (end !== undefined) leaving.push(end)
        leaving.end()
      } catch (error) {
        leaving.stop(explain(error))
      }
      return undefined
    },
    stop(failure) {
      // The source may count work that belongs to the end.
      source.return?.().catch(() => {})
      ended?.(failure)
    },
  })
  return leaving
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
