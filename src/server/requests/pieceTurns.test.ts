import { afterEach, describe, expect, it, vi } from 'vitest'
import { PieceTurns } from './pieceTurns.ts'

/** Turns in an event loop that the test moves, with a record of the pieces and of the pauses between them. */
function openTurns(length = 1_000) {
  const sent: string[] = []
  const pauses: number[] = []
  const callBacks: (() => void)[] = []
  const schedule = (callBack: () => void, ms = 0): void => {
    pauses.push(ms)
    callBacks.push(callBack)
  }
  vi.stubGlobal('setImmediate', schedule)
  vi.stubGlobal('setTimeout', schedule)
  const turns = new PieceTurns()
  const add = (client: string, count: number, ownLength = length): void => {
    for (let index = 0; index < count; index++) turns.next(client, ownLength, () => void sent.push(client))
  }
  /** Returns the number of callbacks that wait. */
  const pass = (count = 1): number => {
    for (let index = 0; index < count; index++) callBacks.shift()!()
    return callBacks.length
  }
  return { turns, sent, pauses, add, pass }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('turns of pieces', () => {
  it('move one piece in a turn of the event loop, and clients in turns', () => {
    const { sent, add, pass, pauses } = openTurns()
    add('alice', 4)
    add('bob', 2)
    expect(sent).toEqual([])
    for (let count = 1; count <= 6; count++) {
      pass()
      expect(sent).toHaveLength(count)
    }
    expect(sent.join(' ')).toBe('alice bob alice bob alice alice')
    expect(pauses).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('are fair by the bytes of the pieces', () => {
    const { sent, add, pass } = openTurns()
    add('alice', 3, 4_000)
    add('bob', 6, 1_000)
    pass(9)
    expect(sent.join(' ')).toBe('alice bob bob bob bob alice bob bob alice')
  })

  it("have no pauses for the client's own requests", () => {
    const { turns, add, pass, pauses } = openTurns()
    add('alice', 3)
    pass()
    turns.heard('alice')
    expect(pass(2)).toBe(0)
    expect(pauses).toEqual([0, 0, 0])
  })

  it('have pauses in proportion to their length for some pieces after a request of another client', () => {
    const { turns, add, pass, pauses } = openTurns(4 << 20)
    add('alice', 40)
    pass()
    turns.heard('bob')
    expect(pass(39)).toBe(0)
    expect(pauses.slice(0, 4)).toEqual([0, 0, 8, 8])
    expect(pauses.filter((ms) => ms > 0)).toHaveLength(16)
    expect(pauses.at(-1)).toBe(0)
  })

  it('keep the pause when the next piece is ready later', () => {
    const { turns, add, sent, pass, pauses } = openTurns()
    add('alice', 1)
    turns.heard('bob')
    pass()
    add('alice', 1)
    expect(pauses).toEqual([0, 1])
    expect(sent).toEqual(['alice'])
    pass()
    expect(sent).toEqual(['alice', 'alice'])
  })

  it('forget other clients when no piece waits after a pause', () => {
    const { turns, add, pass, pauses } = openTurns()
    add('alice', 1)
    turns.heard('bob')
    expect(pass(2)).toBe(0)
    add('alice', 2)
    expect(pass(2)).toBe(0)
    expect(pauses).toEqual([0, 1, 0, 0])
  })
})
