import { describe, expect, it } from 'vitest'
import { TracePieces } from './tracePieces.ts'

/** Pieces with a record of the calls of their producer. */
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
  it('arrive in their order', async () => {
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
    expect(heard).toEqual(['begin', 'abandon'])
  })

  it('are not produced for a reader that leaves before the first', async () => {
    const { pieces, heard } = openPieces()
    await pieces.return()
    expect(await pieces.next()).toEqual(finished)
    expect(heard).toEqual([])
  })
})
