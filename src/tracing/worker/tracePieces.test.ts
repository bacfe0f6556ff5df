import { describe, expect, it } from 'vitest'
import { TracePieces } from './tracePieces.ts'

/** Pieces with a record of what their maker heard. */
function openPieces() {
  const heard: string[] = []
  const pieces = new TracePieces({
    begin: () => heard.push('begin'),
    taken: () => heard.push('taken'),
    abandon: () => heard.push('abandon'),
  })
  return { pieces, heard }
}

const finished = { done: true, value: undefined }

describe('pieces of a trace', () => {
  it('come in their order, those that wait first', async () => {
    const { pieces, heard } = openPieces()
    const first = pieces.next()
    for (const piece of ['a', 'b', 'c']) pieces.add(piece)
    pieces.end()
    expect([await first, await pieces.next(), await pieces.next(), await pieces.next()]).toEqual([
      ...['a', 'b', 'c'].map((value) => ({ done: false, value })),
      finished,
    ])
    expect(heard).toEqual(['begin', 'taken', 'taken', 'taken'])
  })

  it('that are there are told before a failure', async () => {
    const { pieces } = openPieces()
    const first = pieces.next()
    pieces.add('a')
    pieces.add('b')
    pieces.end(new Error('broken'))
    expect((await first).value).toBe('a')
    expect((await pieces.next()).value).toBe('b')
    await expect(pieces.next()).rejects.toThrow('broken')
  })

  it('are dropped when the reader leaves, who may be waiting for one', async () => {
    const { pieces, heard } = openPieces()
    const waiting = pieces.next()
    await pieces.return()
    pieces.add('late')
    pieces.end(new Error('late'))
    expect([await waiting, await pieces.next()]).toEqual([finished, finished])
    expect(heard).toEqual(['begin', 'abandon'])
  })

  it('are never begun for a reader who leaves before the first', async () => {
    const { pieces, heard } = openPieces()
    await pieces.return()
    expect(await pieces.next()).toEqual(finished)
    expect(heard).toEqual([])
  })
})
