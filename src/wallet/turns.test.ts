import { describe, expect, it } from 'vitest'
import { Turns } from './turns.ts'
import { WalletError } from './walletError.ts'

const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('turns', () => {
  it('run one task at a time, in order', async () => {
    const turns = new Turns()
    const steps: string[] = []
    const task = (name: string) => async () => {
      steps.push(`${name} begins`)
      await pause()
      steps.push(`${name} ends`)
    }
    await Promise.all(['a', 'b'].map((name) => turns.take(task(name))))
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('give each caller its own result or failure', async () => {
    const turns = new Turns()
    const results = await Promise.allSettled([
      turns.take(async () => 1),
      turns.take(() => Promise.reject(new Error('no'))),
      turns.take(async () => 3),
    ])
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ).toEqual([1, 'no', 3])
  })

  it('alternate between callers, and report to each the time of its tasks', async () => {
    const turns = new Turns()
    const steps: string[] = []
    const times: number[] = []
    const take = (name: string) =>
      turns.take(async () => void steps.push(name), { name, worked: (ms) => void times.push(ms) })
    await Promise.all(['a', 'a', 'a', 'b', 'c', 'b'].map(take))
    expect(steps).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
    expect(times.length).toBe(6)
  })

  it('refuse the last task of the caller with the most tasks when there are too many', async () => {
    const turns = new Turns()
    const many = Array.from({ length: 100 }, () => turns.take(pause, { name: 'a', worked: () => {} }))
    const one = turns.take(async () => 'served', { name: 'b', worked: () => {} })
    await expect(many.at(-1)).rejects.toThrow(WalletError)
    expect(await one).toBe('served')
    await Promise.all(many.slice(0, -1))
  })

  it('refuse callers while a hundred tasks wait, and accept new ones afterwards', async () => {
    const turns = new Turns()
    const waiting = Array.from({ length: 100 }, () => turns.take(pause))
    await expect(turns.take(pause)).rejects.toThrow(WalletError)
    await Promise.all(waiting)
    await expect(turns.take(async () => 'done')).resolves.toBe('done')
  })
})
