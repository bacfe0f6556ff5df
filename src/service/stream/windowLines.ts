import { Buffer } from '../../platform/buffer.ts'
import { giveBack } from '../../primitives/work/lentBytes.ts'
import { type Piece, partOf, trimmed } from '../../rpc/json/piece.ts'

/** A block of a window, named. */
export interface NamedBlock {
  readonly number: number
  readonly hash: string
}

const [newline, space, comma] = [0x0a, 0x20, 0x2c] as const
const brackets = '[]'.length

/**
 * The text of one window, a JSON array with a line for each block, as lines without brackets and commas. A piece is neither
 * copied nor joined with others.
 */
export class WindowLines {
  /** The last piece first. */
  readonly #pieces: Piece[]
  readonly #lastLine = new LastLine()
  /** Whether the piece before ended with a comma, which may be between two blocks. */
  #hasComma = false

  /** Undefined for an empty window. */
  static of(pieces: readonly Piece[]): WindowLines | undefined {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    return length > brackets ? new WindowLines(trimmed(pieces, '[\n'.length, ']'.length)) : undefined
  }

  private constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces.toReversed()
  }

  /** Undefined at the end. */
  next(): Piece | undefined {
    const piece = this.#pieces.pop()
    if (piece === undefined) return undefined
    if (this.#hasComma) {
      this.#hasComma = false
      this.#pieces.push(piece)
      const held = codeAt(piece, 0) === newline ? ' ' : ','
      this.#lastLine.add(held)
      return held
    }
    this.#hasComma = codeAt(piece, piece.length - 1) === comma
    const lines = withoutCommas(this.#hasComma ? partOf(piece, 0, piece.length - 1) : piece)
    this.#lastLine.add(lines)
    // Nothing is sent of a comma alone: an empty piece would end the answer.
    return lines.length > 0 ? lines : this.next()
  }

  /** The last block, after the last piece. */
  get last(): NamedBlock {
    return this.#lastLine.block
  }

  /** The pieces that are left are not read any more. */
  abandon(): void {
    this.#pieces.splice(0).forEach(giveBack)
  }
}

const codeAt = (piece: Piece, at: number): number | undefined =>
  typeof piece === 'string' ? piece.charCodeAt(at) : piece[at]

/** In bytes the comma before a line break becomes a space, which JSON allows: the text need not be copied. */
function withoutCommas(piece: Piece): Piece {
  if (typeof piece === 'string') return piece.replaceAll(',\n', '\n')
  for (let at = piece.indexOf(newline, 1); at > 0; at = piece.indexOf(newline, at + 1)) {
    if (piece[at - 1] === comma) piece[at - 1] = space
  }
  return piece
}

/** The beginning of every line. */
const lineForm = /^\{"header":\{"number":(\d{1,15}),"hash":"(0x[0-9a-f]{64})"/
const formLength = 128

/** The beginning of the last line of a text that comes in pieces. */
class LastLine {
  #beginning = ''
  /** Whether the text so far ends with a line break. */
  #isEnded = false

  add(piece: Piece): void {
    if (piece.length === 0) return
    if (this.#isEnded) this.#beginning = ''
    this.#isEnded = codeAt(piece, piece.length - 1) === newline
    const before = this.#isEnded ? piece.length - 2 : piece.length - 1
    const start = before < 0 ? 0 : lastBreak(piece, before) + 1
    if (start > 0) this.#beginning = ''
    this.#beginning += latin1(piece, start, start + formLength - this.#beginning.length)
  }

  get block(): NamedBlock {
    const [, number, hash] = lineForm.exec(this.#beginning) ?? []
    if (number === undefined || hash === undefined) throw new Error('a window of blocks ends without a block')
    return { number: Number(number), hash }
  }
}

const lastBreak = (piece: Piece, from: number): number =>
  typeof piece === 'string' ? piece.lastIndexOf('\n', from) : piece.lastIndexOf(newline, from)

const latin1 = (piece: Piece, start: number, end: number): string =>
  typeof piece === 'string'
    ? piece.slice(start, end)
    : Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1', start, end)
