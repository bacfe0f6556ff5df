import type { Later } from '../../primitives/work/later.ts'
import { type PieceSource, Pieces } from '../../primitives/work/pieces.ts'
import type { Piece } from '../../rpc/json/piece.ts'
import { type NamedBlock, WindowLines } from './windowLines.ts'

/** The text of one window of a query: a JSON array with a line for each block. */
export type DataWindows = (query: DataStreamQuery) => Promise<readonly Piece[]>

type DataStreamQuery = { readonly [member: string]: unknown }

export interface DataStreamParts {
  readonly query: DataStreamQuery
  readonly windows: DataWindows
  /** The number of the newest block when the stream began. */
  readonly newest: number
  /** Whether further windows may follow. */
  readonly goesOn: () => boolean
}

/** Maximum windows of one answer. A client that wants more sends another request, which is admitted again. */
const maximumWindows = 64

/**
 * The blocks of a query as lines, window by window. The next window is read when the client has taken the one before. The
 * answer ends early, after a whole window, when no further window is allowed or a reorganisation has removed the last block.
 */
export class DataStream implements PieceSource<Piece> {
  readonly #parts: DataStreamParts
  #window: WindowLines
  /** Windows so far. */
  #count = 1
  #isStopped = false

  /** Undefined when the first window is empty. */
  static begin(first: readonly Piece[], parts: DataStreamParts): Pieces<Piece> | undefined {
    const window = WindowLines.of(first)
    return window && new Pieces(new DataStream(window, parts))
  }

  private constructor(first: WindowLines, parts: DataStreamParts) {
    this.#parts = parts
    this.#window = first
  }

  pull(): Later<Piece | undefined> {
    return this.#window.next() ?? this.#firstOfNext()
  }

  stop(): void {
    this.#isStopped = true
    this.#window.abandon()
  }

  /** The first piece of the next window; undefined if no window follows. */
  async #firstOfNext(): Promise<Piece | undefined> {
    const pieces = await this.#read(this.#window.last)
    const window = WindowLines.of(pieces)
    if (window === undefined) return undefined
    if (this.#isStopped) {
      window.abandon()
      return undefined
    }
    this.#count++
    this.#window = window
    return window.next()
  }

  /** The next window; empty if none may follow. */
  async #read({ number, hash }: NamedBlock): Promise<readonly Piece[]> {
    const { query, windows, newest, goesOn } = this.#parts
    const { toBlock } = query
    const end = typeof toBlock === 'number' ? Math.min(toBlock, newest) : newest
    if (number >= end || this.#count >= maximumWindows || !goesOn()) return []
    try {
      return await windows({ ...query, fromBlock: number + 1, parentBlockHash: hash })
    } catch {
      // The client has whole windows; its next request gets the error.
      return []
    }
  }
}
