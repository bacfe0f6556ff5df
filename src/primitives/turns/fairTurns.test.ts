import { describe, expect, it } from 'vitest'
import { FairTurns } from './fairTurns.ts'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const open = (atOnce = 1, waiting = 99): FairTurns =>
  new FairTurns({ atOnce, waiting, waitingPerOwner: waiting }, () => new Error('busy'))

describe('fair turns', () => {
  it('run one job at a time, in order', async () => {
    const turns = open()
    const steps: string[] = []
    const job = (name: string) => async () => {
      steps.push(`${name} begins`)
      await nextTurn()
      steps.push(`${name} ends`)
    }
    await Promise.all(['a', 'b'].map((name) => turns.run('owner', job(name))))
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('run so many at once, and one owner does not wait for the many jobs of another', async () => {
    const turns = open(8, 1_000)
    const ended: string[] = []
    let [running, maximum] = [0, 0]
    const job = async (name: string): Promise<void> => {
      maximum = Math.max(maximum, ++running)
      await nextTurn()
      running--
      ended.push(name)
    }
    const many = Array.from({ length: 100 }, () => turns.run('alice', () => job('alice')))
    await Promise.all([...many, turns.run('bob', () => job('bob'))])
    expect(maximum).toBe(8)
    expect(ended.indexOf('bob')).toBeLessThan(20)
  })

  it('give each caller its own result or failure, and go on after a failure', async () => {
    const turns = open()
    const results = await Promise.allSettled([
      turns.run('a', async () => 1),
      turns.run('a', () => Promise.reject(new Error('no'))),
      turns.run('a', () => {
        throw new Error('not even a promise')
      }),
      turns.run('a', async () => 3),
    ])
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ).toEqual([1, 'no', 'not even a promise', 3])
  })

  it('alternate between owners', async () => {
    const turns = open()
    const steps: string[] = []
    const owners = ['a', 'a', 'a', 'b', 'c', 'b']
    await Promise.all(owners.map((name) => turns.run(name, async () => void steps.push(name))))
    expect(steps.join(' ')).toBe('a b c a b a')
  })

  it('refuse a waiting job of the owner with the most when there are too many', async () => {
    const turns = open()
    const many = Array.from({ length: 100 }, () => turns.run('a', nextTurn))
    const outcomes = Promise.allSettled(many)
    await expect(turns.run('a', nextTurn)).rejects.toThrow('busy')
    expect(await turns.run('b', async () => 'served')).toBe('served')
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(await turns.run('a', async () => 'served')).toBe('served')
  })
})
