import { describe, expect, it } from 'vitest'
import { lend } from './lentBytes.ts'
import { Pieces, through } from './pieces.ts'

/** Pieces that record the calls of their source. */
function openPieces() {
  const heard: string[] = []
  const pieces = new Pieces<string>({
    kept: (piece) => () => void heard.push(`taken ${piece}`),
    passed: () => void heard.push('passed'),
    stop: (failure) => void heard.push(`stopped ${failure?.message ?? ''}`),
  })
  return { pieces, heard }
}

const finished = { done: true, value: undefined }
/** Bytes that record when they are given back. */
const lentTo = (back: string[], text: string) => lend(Buffer.from(text), () => back.push(text))

describe('pieces of an answer', () => {
  it('arrive in order', async () => {
    const { pieces, heard } = openPieces()
    const first = pieces.next()
    for (const piece of ['a', 'b', 'c']) pieces.push(piece)
    pieces.end()
    expect([await first, await pieces.next(), await pieces.next(), await pieces.next()]).toEqual([
      ...['a', 'b', 'c'].map((value) => ({ done: false, value })),
      finished,
    ])
    expect(heard).toEqual(['passed', 'taken b', 'taken c'])
  })

  it('that arrived are delivered before a failure', async () => {
    const { pieces } = openPieces()
    const first = pieces.next()
    pieces.push('a')
    pieces.push('b')
    pieces.end(new Error('broken'))
    expect((await first).value).toBe('a')
    expect((await pieces.next()).value).toBe('b')
    await expect(pieces.next()).rejects.toThrow('broken')
  })

  it('are dropped when the reader leaves, even while it waits for one', async () => {
    const { pieces, heard } = openPieces()
    const waiting = pieces.next()
    await pieces.return()
    pieces.push('late')
    pieces.end(new Error('late'))
    expect([await waiting, await pieces.next()]).toEqual([finished, finished])
    expect(heard).toEqual(['stopped '])
  })

  it('that wait for a reader that leaves are released', async () => {
    const { pieces, heard } = openPieces()
    pieces.push('a')
    await pieces.return()
    expect(heard).toEqual(['taken a', 'stopped '])
    expect(await pieces.next()).toEqual(finished)
  })

  it('return lent memory when they are not read', async () => {
    const back: string[] = []
    const pieces = new Pieces<Uint8Array>({})
    pieces.push(lentTo(back, 'waiting'))
    await pieces.return()
    pieces.push(lentTo(back, 'late'))
    expect(back).toEqual(['waiting', 'late'])
  })

  it('that wait are delivered before the failure with which they are stopped', async () => {
    const { pieces, heard } = openPieces()
    pieces.push('a')
    pieces.stop(new Error('too late'))
    pieces.stop(new Error('later'))
    expect((await pieces.next()).value).toBe('a')
    await expect(pieces.next()).rejects.toThrow('too late')
    expect(heard).toEqual(['stopped too late', 'taken a'])
  })

  it('that are put back come first, and release what held them with the last', async () => {
    const { pieces, heard } = openPieces()
    pieces.push('c')
    pieces.putBack(['a', 'b'], () => void heard.push('released'))
    const taken: unknown[] = []
    for (let count = 0; count < 3; count++) taken.push((await pieces.next()).value, ...heard.splice(0))
    expect(taken).toEqual(['a', 'b', 'released', 'c', 'taken c'])
  })

  it('are pulled one at a time until their source has none', async () => {
    const texts = ['a', 'b']
    const pieces = new Pieces<string>({ pull: () => texts.shift() })
    expect((await pieces.next()).value).toBe('a')
    expect(texts).toEqual(['b'])
    expect([(await pieces.next()).value, await pieces.next()]).toEqual(['b', finished])
  })

  it('fail with their source', async () => {
    const pieces = new Pieces<string>({ pull: () => Promise.reject(new Error('broken')) })
    await expect(pieces.next()).rejects.toThrow('broken')
  })

  it('end at once when their reader leaves while one is made, which is given back', async () => {
    const back: string[] = []
    let make = (_: Uint8Array): void => {}
    const pieces = new Pieces<Uint8Array>({
      pull: () =>
        new Promise((resolve) => {
          make = resolve
        }),
    })
    const waiting = pieces.next()
    await pieces.return()
    expect(await waiting).toEqual(finished)
    make(lentTo(back, 'late'))
    await expect.poll(() => back).toEqual(['late'])
  })
})

describe('pieces through a passage', () => {
  const upper = { piece: (piece: string) => piece.toUpperCase() }

  it('are changed, followed by the last, and told to have ended once', async () => {
    const ends: unknown[] = []
    const ended = (failure: Error | undefined) => void ends.push(failure)
    const leaving = through<string, string>(Pieces.of(['a', 'b']), { ...upper, last: () => '.', ended })
    const all: string[] = []
    for await (const piece of leaving) all.push(piece)
    await leaving.return()
    expect([all, ends]).toEqual([['A', 'B', '.'], [undefined]])
  })

  it('stop their source before they report their end', async () => {
    const { pieces, heard } = openPieces()
    const leaving = through(pieces, { ...upper, ended: () => void heard.push('ended') })
    const waiting = leaving.next()
    await leaving.return()
    expect([await waiting, heard]).toEqual([finished, ['stopped ', 'ended']])
  })

  it('fail with an explained error, and stop a source whose piece fails on the way', async () => {
    const { pieces, heard } = openPieces()
    const explain = (error: unknown) => new Error(`explained: ${error instanceof Error ? error.message : ''}`)
    const piece = (): string => {
      throw new Error('too long')
    }
    const leaving = through(pieces, { piece, explain })
    pieces.push('a')
    await expect(leaving.next()).rejects.toThrow('explained: too long')
    expect(heard).toEqual(['taken a', 'stopped '])
    const source = new Pieces<string>({ pull: () => Promise.reject(new Error('broken')) })
    await expect(through(source, { ...upper, explain }).next()).rejects.toThrow('explained: broken')
  })

  it('are not changed any more after their reader has left', async () => {
    const changed: string[] = []
    const { pieces } = openPieces()
    const piece = (text: string): string => {
      changed.push(text)
      return text
    }
    const leaving = through<string, string>(
      { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) },
      { piece },
    )
    void leaving.next()
    await leaving.return()
    pieces.push('late')
    await new Promise(setImmediate)
    expect(changed).toEqual([])
  })
})
