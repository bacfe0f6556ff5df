import { describe, expect, it } from 'vitest'
import { Bootstrap } from './bootstrap.ts'

function bootstrapOf() {
  const pinged: string[] = []
  const bootstrap = new Bootstrap({
    bootNodes: [{ host: '10.0.0.1', port: 5 }],
    resolve: async () => [],
    ping: ({ host }) => pinged.push(host),
    onProblem: () => undefined,
  })
  return { bootstrap, pinged }
}

describe('bootstrapping', () => {
  it('pings the boot nodes at once and then at doubling intervals', async () => {
    const { bootstrap, pinged } = bootstrapOf()
    const calls: number[] = []
    for (let second = 0; second < 300; second++) {
      const before = pinged.length
      bootstrap.tick(true, second * 1000)
      await Promise.resolve()
      if (pinged.length > before) calls.push(second)
    }
    expect(calls).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243])
  })

  it('sends no ping while a node is known, and starts with short intervals again when all are lost', async () => {
    const { bootstrap, pinged } = bootstrapOf()
    bootstrap.tick(false, 0)
    expect(pinged).toEqual([])
    for (const second of [0, 1, 3]) bootstrap.tick(true, second * 1000)
    bootstrap.tick(false, 50_000)
    for (const second of [60, 60.5, 61]) bootstrap.tick(true, second * 1000)
    await Promise.resolve()
    expect(pinged).toHaveLength(5)
  })
})
