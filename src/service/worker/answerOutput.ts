import { type Piece, wholeCharacters } from '../../rpc/json/piece.ts'
import { type PieceMemory, placeLength } from '../readers/pieceMemory.ts'
import type { SentPiece } from '../readers/readerFunctions.ts'

export interface AnswerOutputParts {
  readonly memory: PieceMemory
  /** Sends a piece when the main thread has room for it; throws if the call must stop. */
  readonly send: (piece: SentPiece) => void
}

/** Memory that is being filled. */
interface OpenPiece {
  /** Undefined for a buffer of its own, which is transferred. */
  readonly place: number | undefined
  readonly bytes: Buffer
  used: number
}

/** Writes the text of a long answer for the main thread, into pieces of the shared memory while it has room. */
export class AnswerOutput {
  readonly #parts: AnswerOutputParts
  #open: OpenPiece | undefined

  constructor(parts: AnswerOutputParts) {
    this.#parts = parts
  }

  write(piece: Piece): void {
    if (typeof piece !== 'string') this.#writeBytes(piece)
    else if (Buffer.byteLength(piece) === piece.length) this.#writeAscii(piece)
    else this.#writeBytes(Buffer.from(piece))
  }

  /** Sends the last piece. */
  end(): void {
    this.#flush()
  }

  /** Frees what has not been sent. */
  abandon(): void {
    if (this.#open?.place !== undefined) this.#parts.memory.free(this.#open.place)
    this.#open = undefined
  }

  #writeAscii(text: string): void {
    for (let start = 0; start < text.length; ) {
      const { bytes, used } = this.#withRoom()
      const count = Math.min(text.length - start, placeLength - used)
      bytes.write(count === text.length ? text : text.slice(start, start + count), used, count, 'latin1')
      this.#open!.used += count
      start += count
    }
  }

  #writeBytes(from: Uint8Array): void {
    for (let start = 0; start < from.length; ) {
      const { bytes, used } = this.#withRoom()
      const end = wholeCharacters(from, start, Math.min(from.length, start + placeLength - used))
      if (end === start) this.#flush()
      else {
        bytes.set(from.subarray(start, end), used)
        this.#open!.used += end - start
      }
      start = end
    }
  }

  #withRoom(): OpenPiece {
    if (this.#open?.used === placeLength) this.#flush()
    this.#open ??= this.#next()
    return this.#open
  }

  #next(): OpenPiece {
    const { memory } = this.#parts
    const place = memory.take()
    const bytes = place === undefined ? Buffer.allocUnsafeSlow(placeLength) : memory.bytes(place)
    return { place, bytes, used: 0 }
  }

  #flush(): void {
    const open = this.#open
    if (open === undefined) return
    // A call that must stop frees the piece with `abandon`.
    this.#parts.send(sentPiece(open))
    this.#open = undefined
  }
}

const sentPiece = ({ place, bytes, used }: OpenPiece): SentPiece =>
  place === undefined ? bytes.subarray(0, used) : { place, length: used }
