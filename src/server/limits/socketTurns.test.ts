import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SocketTurns, type TurnWork } from './socketTurns.ts'

describe('turns of sockets', () => {
  it('are taken later, and by each owner before another has had many', async () => {
    const turns = new SocketTurns()
    const served: string[] = []
    const work = (name: string, times: number): TurnWork => {
      return () => {
        served.push(name)
        if (times > 1) turns.add(name, work(name, times - 1))
        return undefined
      }
    }
    turns.add('many', work('many', 50))
    turns.add('few', work('few', 2))
    expect(served).toEqual([])
    while (served.length < 52) await nextTurn()
    expect(served.indexOf('few')).toBe(1)
    expect(served.lastIndexOf('few')).toBeLessThan(40)
  })

  it('end for this turn of the event loop with work that makes a socket read', async () => {
    const turns = new SocketTurns()
    let served = 0
    for (let count = 0; count < 5; count++) {
      turns.add('one', () => {
        served++
        return 'reads'
      })
    }
    const seen = new Set<number>()
    while (served < 5) {
      await nextTurn()
      seen.add(served)
    }
    expect([...seen]).toEqual([1, 2, 3, 4, 5])
  })

  it('have another number in each turn of the event loop', async () => {
    const turns = new SocketTurns()
    const first = turns.current
    expect(turns.current).toBe(first)
    await nextTurn()
    expect(turns.current).not.toBe(first)
  })

  it('are needed when the time of a slice is used up, and not after it', async () => {
    const turns = new SocketTurns()
    const endMs = performance.now() + 10_000
    while (turns.hasTime && performance.now() < endMs) turns.worked()
    expect(turns.hasTime).toBe(false)
    while (!turns.hasTime) await nextTurn()
  })

  it('are not needed after a pause', () => {
    const turns = new SocketTurns()
    while (turns.hasTime) turns.worked()
    const endMs = performance.now() + 2
    while (performance.now() < endMs);
    expect(turns.hasTime).toBe(true)
  })
})
