import { Buffer } from '../../platform/buffer.ts'
import { giveBack, isLent, lentPart } from '../../primitives/work/lentBytes.ts'

/**
 * A part of a JSON text: characters, or their bytes in UTF-8, which another thread has written. Characters are whole. The
 * bytes may be in memory that is used again: who takes a piece calls `giveBack` when it has been copied or sent.
 */
export type Piece = string | Uint8Array

export const bytesOf = (piece: Piece): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece)

export const textOf = (piece: Piece): string =>
  typeof piece === 'string' ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString()

/** The text of a piece that is not needed afterwards. */
export function takenText(piece: Piece): string {
  const text = textOf(piece)
  giveBack(piece)
  return text
}

/** Copies the piece for consumers that never release it. */
export function ownPiece(piece: Piece): Piece {
  if (typeof piece === 'string' || !isLent(piece)) return piece
  const copy = Buffer.from(piece)
  giveBack(piece)
  return copy
}

/** A part of a piece that is needed no further: giving it back gives back the whole. */
export const partOf = (piece: Piece, start: number, end: number): Piece =>
  typeof piece === 'string' ? piece.slice(start, end) : lentPart(piece, start, end)

/** Pieces without so many characters at their beginning and at their end, which are ASCII. */
export function trimmed(pieces: readonly Piece[], before: number, after: number): Piece[] {
  const left: Piece[] = []
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  let at = 0
  for (const piece of pieces) {
    const start = Math.max(0, before - at)
    const end = Math.min(piece.length, length - after - at)
    at += piece.length
    if (piece.length > 0 && start === 0 && end === piece.length) left.push(piece)
    else if (start < end) left.push(partOf(piece, start, end))
    else giveBack(piece)
  }
  return left
}

/** One text of several pieces: as bytes if one of them has bytes, because it is sent as such. */
export const joined = (pieces: readonly Piece[]): Piece =>
  pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : Buffer.concat(pieces.map(bytesOf))

/** The end of the last whole character before `end`: continuation bytes of UTF-8 start with the bits 10. */
export function wholeCharacters(bytes: Uint8Array, start: number, end: number): number {
  if (end === bytes.length) return end
  let at = end
  while (at > start && (bytes[at]! & 0xc0) === 0x80) at--
  return at
}
