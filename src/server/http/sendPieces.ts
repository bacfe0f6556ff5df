import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ownTurn } from '../../primitives/turns.ts'
import { giveBack, ownPiece, type Piece } from '../../rpc/json/piece.ts'

/** Text up to this length needs no turn of the event loop of its own. */
const shortLength = 16 * 1024

/**
 * Sends pieces as fast as the client takes them, and gives the memory of each back when it has left. One long piece of all
 * answers moves in a turn of the event loop, so that light calls of other clients go between. Rejects if the pieces fail
 * or the client goes, and destroys the body then.
 */
export async function sendPieces(pieces: AsyncIterableIterator<Piece>, body: Writable): Promise<void> {
  const stop = (): void => void pieces.return?.()
  // The writes tell their errors themselves.
  body.on('error', () => {})
  body.once('close', stop)
  try {
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      if (next.value.length > shortLength) await ownTurn()
      await written(body, next.value)
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
const written = (body: Writable, piece: Piece): Promise<void> =>
  new Promise((resolve, reject) => {
    body.write(piece, (error) => {
      giveBack(piece)
      if (error) reject(error)
      else resolve()
    })
  })

/** Pieces for a reader that does not tell when it has read them. Not a generator, which would not stop at once. */
export const ownPieces = (pieces: AsyncIterableIterator<Piece>): AsyncIterable<Piece> => ({
  [Symbol.asyncIterator]: () => ({
    async next() {
      const next = await pieces.next()
      return next.done === true ? next : { done: false, value: ownPiece(next.value) }
    },
    async return() {
      await pieces.return?.()
      return { done: true, value: undefined }
    },
  }),
})
