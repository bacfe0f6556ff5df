import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { giveBack } from '../../primitives/work/lentBytes.ts'
import { type Pieces, through } from '../../primitives/work/pieces.ts'
import { ownPiece, type Piece } from '../../rpc/json/piece.ts'
import type { PieceTurns } from '../requests/pieceTurns.ts'

/** The turns of a client, and what it holds. */
export interface OwnTurns {
  readonly turns: Pick<PieceTurns, 'next'>
  readonly client: string
  /** Counts a piece until the client has read it; undefined when it must not have more. */
  readonly hold: (length: number) => (() => void) | undefined
}

/** Text up to this length does not wait for a turn. */
const shortLength = 16 * 1024

/**
 * Sends pieces as fast as the client takes them and has its turns, and gives the memory of each back when it has left.
 * Rejects if the pieces fail or the client goes, and destroys the body then.
 */
export async function sendPieces(
  pieces: AsyncIterableIterator<Piece>,
  body: Writable,
  own: OwnTurns,
): Promise<void> {
  const stop = (): void => void pieces.return?.()
  // The callback of each write gets its error.
  body.on('error', () => {})
  body.once('close', stop)
  try {
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      await written(body, next.value, own)
    }
    if (body.destroyed) throw new Error('the client has gone')
    body.end()
    await finished(body)
  } catch (error) {
    body.destroy()
    throw error
  } finally {
    body.off('close', stop)
    stop()
  }
}

/** The memory of the piece is free when the socket has taken its bytes, or never will. */
const written = (body: Writable, piece: Piece, { turns, client, hold }: OwnTurns): Promise<void> =>
  new Promise((resolve, reject) => {
    const write = (): void => {
      const release = piece.length > shortLength ? hold(piece.length) : nothingHeld
      const end = (error: Error | null | undefined): void => {
        release?.()
        giveBack(piece)
        if (error) reject(error)
        else resolve()
      }
      if (release === undefined) end(new Error('the client has too much to read'))
      else body.write(piece, end)
    }
    if (piece.length > shortLength) turns.next(client, piece.length, write)
    else write()
  })

const nothingHeld = (): void => {}

/** Pieces for a reader that does not report when it has read them; `onPiece` gets the length of each. */
export const ownPieces = (
  pieces: AsyncIterable<Piece>,
  onPiece: (length: number) => void = () => {},
): Pieces<Piece> =>
  through(pieces, {
    piece(piece: Piece) {
      onPiece(piece.length)
      return ownPiece(piece)
    },
  })
