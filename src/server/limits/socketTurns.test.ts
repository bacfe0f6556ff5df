import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SocketTurns } from './socketTurns.ts'

describe('turns of sockets', () => {
  it('are taken later, and by each owner before another has had many', async () => {
    const turns = new SocketTurns()
    const served: string[] = []
    const work = (name: string, times: number): (() => void) => {
      return () => {
        served.push(name)
        if (times > 1) turns.add(name, work(name, times - 1))
      }
    }
    turns.add('many', work('many', 50))
    turns.add('few', work('few', 2))
    expect(served).toEqual([])
    while (served.length < 52) await nextTurn()
    expect(served.indexOf('few')).toBe(1)
    expect(served.lastIndexOf('few')).toBeLessThan(40)
  })

  it('are needed when the time of a slice is used up, and not after it', async () => {
    const turns = new SocketTurns()
    const endMs = performance.now() + 10_000
    while (turns.takeSlice() && performance.now() < endMs) turns.worked()
    expect(turns.takeSlice()).toBe(false)
    while (!turns.takeSlice()) await nextTurn()
  })

  it('are needed by every request while connections are accepted, and one of four is taken', async () => {
    const turns = new SocketTurns()
    let served = 0
    for (let count = 0; count < 5; count++) {
      turns.add('one', () => {
        served++
      })
    }
    const servedAfter: number[] = []
    for (let accepted = 0; accepted < 8; accepted++) {
      turns.accepted()
      expect(turns.takeSlice()).toBe(false)
      await nextTurn()
      expect(turns.takeSlice()).toBe(false)
      servedAfter.push(served)
    }
    expect(servedAfter).toEqual([1, 1, 1, 1, 2, 2, 2, 2])
    await nextTurn()
    await nextTurn()
    expect([served, turns.takeSlice()]).toEqual([5, true])
  })

  it('are not needed after a pause', () => {
    const turns = new SocketTurns()
    expect(turns.takeSlice()).toBe(true)
    const endMs = performance.now() + 5
    while (performance.now() < endMs);
    expect(turns.takeSlice()).toBe(true)
  })
})
