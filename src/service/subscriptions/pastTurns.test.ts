import { describe, expect, it } from 'vitest'
import { PastTurns } from './pastTurns.ts'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('resumed subscriptions', () => {
  it('read a few at once, and one owner does not wait for the many reads of another', async () => {
    const turns = new PastTurns()
    const ended: string[] = []
    let [running, most] = [0, 0]
    const read = async (name: string): Promise<void> => {
      most = Math.max(most, ++running)
      await nextTurn()
      running--
      ended.push(name)
    }
    const many = Array.from({ length: 100 }, () => turns.read('alice', () => read('alice')))
    await Promise.all([...many, turns.read('bob', () => read('bob'))])
    expect(most).toBe(8)
    expect(ended.indexOf('bob')).toBeLessThan(20)
  })

  it('continue after a read that fails', async () => {
    const turns = new PastTurns()
    const failing = Array.from({ length: 20 }, () =>
      turns.read('alice', () => Promise.reject(new Error('no'))),
    )
    for (const outcome of await Promise.allSettled(failing)) expect(outcome.status).toBe('rejected')
    expect(await turns.read('alice', async () => 7)).toBe(7)
  })

  it('deliver one part per turn of the event loop, and one owner does not wait for the many deliveries of another', async () => {
    const turns = new PastTurns()
    const told: string[] = []
    const many = Array.from({ length: 50 }, () => turns.deliver('alice', () => told.push('alice')))
    const one = turns.deliver('bob', () => told.push('bob'))
    const counts: number[] = []
    while (told.length < 51) {
      await nextTurn()
      counts.push(told.length)
    }
    await Promise.all([...many, one])
    for (const [index, count] of counts.entries())
      expect(count - (counts[index - 1] ?? 0)).toBeLessThanOrEqual(1)
    expect(told.indexOf('bob')).toBeLessThan(10)
    await expect(
      turns.deliver('alice', () => {
        throw new Error('gone')
      }),
    ).rejects.toThrow('gone')
  })
})
