import { once } from 'node:events'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { lend } from '../../primitives/work/lentBytes.ts'
import type { Piece } from '../../rpc/json/piece.ts'
import { PieceTurns } from '../requests/pieceTurns.ts'
import { ownPieces, sendPieces } from './sendPieces.ts'

/** Pieces with a record of those that were given back. */
function openPieces(texts: readonly string[], failure?: Error) {
  const back: string[] = []
  let at = 0
  let isEnded = false
  const pieces: AsyncIterableIterator<Piece> = {
    async next() {
      const text = isEnded ? undefined : texts[at++]
      if (text !== undefined) return { done: false, value: lend(Buffer.from(text), () => back.push(text)) }
      if (failure !== undefined && !isEnded) throw failure
      return { done: true, value: undefined }
    },
    async return() {
      isEnded = true
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return pieces
    },
  }
  return { pieces, back }
}

/** A body that takes one piece at a time, when the test says so. */
function openBody() {
  const received: string[] = []
  const dones: (() => void)[] = []
  const body = new Writable({
    write(chunk: Buffer, _, done) {
      received.push(chunk.toString())
      dones.push(done)
    },
  })
  return { body, received, dones }
}

const own = { turns: new PieceTurns(), client: 'alice', hold: () => () => {} }

describe('sending pieces', () => {
  it('gives the memory of each back when its bytes have left', async () => {
    const { pieces, back } = openPieces(['a', 'x'.repeat(20_000), 'c'])
    const { body, received, dones } = openBody()
    const sent = sendPieces(pieces, body, own)
    for (let count = 0; count < 3; count++) {
      await expect.poll(() => received.length).toBe(count + 1)
      expect(back).toHaveLength(count)
      dones[count]!()
    }
    await sent
    expect([back, body.writableFinished]).toEqual([received, true])
  })

  it('ends with the failure of the pieces, and destroys the body', async () => {
    const { pieces, back } = openPieces(['a'], new Error('broken'))
    const { body, dones } = openBody()
    const sent = sendPieces(pieces, body, own)
    await expect.poll(() => dones.length).toBe(1)
    dones[0]!()
    await expect(sent).rejects.toThrow('broken')
    expect([back, body.destroyed, body.writableFinished]).toEqual([['a'], true, false])
  })

  it('gives a piece that never leaves back, and stops the others, when the client goes', async () => {
    const { pieces, back } = openPieces(['a', 'b', 'c'])
    const { body, dones } = openBody()
    const sent = sendPieces(pieces, body, own)
    await expect.poll(() => dones.length).toBe(1)
    await once(body.destroy(), 'close')
    expect(back).toEqual([])
    dones[0]!()
    await expect(sent).rejects.toThrow()
    expect(back).toEqual(['a'])
    expect(await pieces.next()).toEqual({ done: true, value: undefined })
  })

  it('copies pieces for a reader that does not give them back', async () => {
    const { pieces, back } = openPieces(['a', 'b'])
    const copies: Piece[] = []
    for await (const piece of ownPieces(pieces)) copies.push(piece)
    expect(copies.map(String)).toEqual(['a', 'b'])
    expect(back).toEqual(['a', 'b'])
  })
})
