import { ownPiece, type Piece } from '../../rpc/json/piece.ts'

/** The text of one window of a query: a JSON array with a line for each block. */
export type DataWindows = (query: DataStreamQuery) => Promise<Piece>

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

/** The last block of a window. */
interface LastBlock {
  readonly number: number
  readonly hash: string
}

interface ReadWindow {
  readonly lines: Piece
  readonly last: LastBlock
}

type Next = IteratorResult<Piece, undefined>
const finished: Next = { done: true, value: undefined }

/**
 * The blocks of a query as lines, window by window. The next window is read when the client has taken the one before. The
 * answer ends early, after a whole window, when no further window is allowed or a reorganisation has removed the last block.
 */
export class DataStream implements AsyncIterableIterator<Piece> {
  readonly #parts: DataStreamParts
  #window: ReadWindow | undefined
  #last: LastBlock
  #count = 0
  #isEnded = false

  /** Undefined when the first window is empty. */
  static begin(first: Piece, parts: DataStreamParts): DataStream | undefined {
    const window = readWindow(first)
    return window && new DataStream(window, parts)
  }

  private constructor(first: ReadWindow, parts: DataStreamParts) {
    this.#parts = parts
    this.#window = first
    this.#last = first.last
  }

  async next(): Promise<Next> {
    const window = this.#window ?? (await this.#read())
    this.#window = undefined
    if (window === undefined || this.#isEnded) return finished
    this.#count++
    this.#last = window.last
    return { done: false, value: window.lines }
  }

  async return(): Promise<Next> {
    this.#isEnded = true
    this.#window = undefined
    return finished
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #read(): Promise<ReadWindow | undefined> {
    const { query, windows, newest, goesOn } = this.#parts
    const { number, hash } = this.#last
    const { toBlock } = query
    const end = typeof toBlock === 'number' ? Math.min(toBlock, newest) : newest
    if (this.#isEnded || number >= end || this.#count >= maximumWindows || !goesOn()) return undefined
    try {
      return readWindow(await windows({ ...query, fromBlock: number + 1, parentBlockHash: hash }))
    } catch {
      // The client has whole windows; its next request gets the error.
      return undefined
    }
  }
}

const newline = 0x0a
const space = 0x20
/** The beginning of every block. */
const lastForm = /^\{"header":\{"number":(\d{1,15}),"hash":"(0x[0-9a-f]{64})"/
const formLength = 128

/** An array of blocks as lines, and the last of them; undefined for an empty one. */
function readWindow(piece: Piece): ReadWindow | undefined {
  const array = ownPiece(piece)
  if (typeof array === 'string') {
    if (array.length <= 2) return undefined
    const lines = array.slice(2, -1).replaceAll(',\n', '\n')
    const start = lines.lastIndexOf('\n', lines.length - 2) + 1
    return { lines, last: lastBlock(lines.slice(start, start + formLength)) }
  }
  const bytes = Buffer.from(array.buffer, array.byteOffset, array.length)
  // The comma before a line break becomes a space, which JSON allows: the text need not be copied.
  for (
    let at = bytes.indexOf(newline, 2);
    at >= 0 && at < bytes.length - 2;
    at = bytes.indexOf(newline, at + 1)
  ) {
    bytes[at - 1] = space
  }
  const lines = bytes.subarray(2, -1)
  const start = lines.lastIndexOf(newline, lines.length - 2) + 1
  return { lines, last: lastBlock(lines.toString('latin1', start, start + formLength)) }
}

function lastBlock(line: string): LastBlock {
  const [, number, hash] = lastForm.exec(line) ?? []
  if (number === undefined || hash === undefined) throw new Error('a window of blocks ends without a block')
  return { number: Number(number), hash }
}
