/** A part of a JSON text: characters, or their bytes in UTF-8, which another thread has written. Characters are whole. */
export type Piece = string | Uint8Array

const bytesOf = (piece: Piece): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece)

export const textOf = (piece: Piece): string =>
  typeof piece === 'string' ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString()

/** One text of several pieces: as bytes if one of them has bytes, because it is sent as such. */
export const joined = (pieces: readonly Piece[]): Piece =>
  pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : Buffer.concat(pieces.map(bytesOf))
