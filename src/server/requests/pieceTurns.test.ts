import { afterEach, describe, expect, it, vi } from 'vitest'
import { PieceTurns } from './pieceTurns.ts'

/** Turns in an event loop that the test moves, with a record of the pieces and of the pauses between them. */
function openTurns(takesMs = 0) {
  const sent: string[] = []
  const pauses: number[] = []
  const callBacks: (() => void)[] = []
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  vi.stubGlobal('setImmediate', (callBack: () => void) => {
    pauses.push(0)
    callBacks.push(callBack)
  })
  vi.stubGlobal('setTimeout', (callBack: () => void, ms: number) => {
    pauses.push(ms)
    callBacks.push(() => {
      nowMs += ms
      callBack()
    })
  })
  const turns = new PieceTurns()
  const add = (client: string, count: number): void => {
    for (let index = 0; index < count; index++) {
      turns.next(client, () => {
        sent.push(client)
        nowMs += takesMs
      })
    }
  }
  /** Returns the number of callbacks that wait. */
  const pass = (count = 1): number => {
    for (let index = 0; index < count; index++) callBacks.shift()!()
    return callBacks.length
  }
  const wait = (ms: number): void => {
    nowMs += ms
  }
  return { turns, sent, pauses, add, pass, wait }
}

afterEach(() => {
  vi.restoreAllMocks()
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

  it("have no pauses for the client's own requests", () => {
    const { turns, add, pass, pauses } = openTurns()
    add('alice', 3)
    pass()
    turns.heard('alice')
    expect(pass(2)).toBe(0)
    expect(pauses).toEqual([0, 0, 0])
  })

  it('have pauses in proportion to the work for some pieces after a request of another client', () => {
    const { turns, add, pass, pauses } = openTurns(2)
    add('alice', 40)
    pass()
    turns.heard('bob')
    expect(pass(39)).toBe(0)
    expect(pauses.slice(0, 4)).toEqual([0, 0, 8, 8])
    expect(pauses.filter((ms) => ms > 0)).toHaveLength(15)
    expect(pauses.at(-1)).toBe(0)
  })

  it('keep the pause when the next piece is ready later', () => {
    const { turns, add, pass, pauses, wait } = openTurns()
    add('alice', 1)
    pass()
    turns.heard('bob')
    wait(0.25)
    add('alice', 1)
    expect(pauses).toEqual([0, 0.75])
    pass()
    wait(5)
    add('alice', 2)
    pass(2)
    expect(pauses).toEqual([0, 0.75, 0, 1])
  })

  it('forget requests of long ago', () => {
    const { turns, add, pass, pauses, wait } = openTurns()
    turns.heard('bob')
    wait(1_000)
    add('alice', 2)
    expect(pass(2)).toBe(0)
    expect(pauses).toEqual([0, 0])
  })
})
