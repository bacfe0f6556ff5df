import { describe, expect, it } from 'vitest'
import { ReadPieces } from './readPieces.ts'

/** Pieces that record the calls of their producer. */
function openPieces(room = 0) {
  const heard: string[] = []
  let left = room
  const pieces = new ReadPieces({
    taken: () => heard.push('taken'),
    abandon: () => heard.push('abandon'),
    hold(length) {
      if (length > left) return undefined
      left -= length
      return () => heard.push('released')
    },
  })
  return { pieces, heard }
}

const finished = { done: true, value: undefined }

describe('pieces of an answer', () => {
  it('arrive in order', async () => {
    const { pieces, heard } = openPieces()
    const first = pieces.next()
    for (const piece of ['a', 'b', 'c']) pieces.add(piece)
    pieces.end()
    expect([await first, await pieces.next(), await pieces.next(), await pieces.next()]).toEqual([
      ...['a', 'b', 'c'].map((value) => ({ done: false, value })),
      finished,
    ])
    expect(heard).toEqual(['taken', 'taken', 'taken'])
  })

  it('that arrived are delivered before a failure', async () => {
    const { pieces } = openPieces()
    const first = pieces.next()
    pieces.add('a')
    pieces.add('b')
    pieces.end(new Error('broken'))
    expect((await first).value).toBe('a')
    expect((await pieces.next()).value).toBe('b')
    await expect(pieces.next()).rejects.toThrow('broken')
  })

  it('are dropped when the reader leaves, even while it waits for one', async () => {
    const { pieces, heard } = openPieces()
    const waiting = pieces.next()
    await pieces.return()
    pieces.add('late')
    pieces.end(new Error('late'))
    expect([await waiting, await pieces.next()]).toEqual([finished, finished])
    expect(heard).toEqual(['abandon'])
  })

  it('that wait for the reader do not block the producer while there is room', async () => {
    const { pieces, heard } = openPieces(2)
    for (const piece of ['a', 'b', 'c']) pieces.add(piece)
    expect(heard).toEqual(['taken', 'taken'])
    for (let count = 0; count < 3; count++) await pieces.next()
    expect(heard).toEqual(['taken', 'taken', 'released', 'released', 'taken'])
  })

  it('that wait for a reader that leaves are released', async () => {
    const { pieces, heard } = openPieces(1)
    pieces.add('a')
    await pieces.return()
    expect(heard).toEqual(['taken', 'released', 'abandon'])
    expect(await pieces.next()).toEqual(finished)
  })
})
