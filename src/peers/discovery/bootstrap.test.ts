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
    for (let second = 0; second < 1000; second++) {
      const before = pinged.length
      bootstrap.tick(true, second * 1000)
      await Promise.resolve()
      if (pinged.length > before) calls.push(second)
    }
    expect(calls).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915])
  })

  it('sends no ping while a node is known, and starts with short intervals again when all are lost', async () => {
    const { bootstrap, pinged } = bootstrapOf()
    bootstrap.tick(false, 0)
    expect(pinged).toEqual([])
    for (const second of [0, 5, 15]) bootstrap.tick(true, second * 1000)
    bootstrap.tick(false, 50_000)
    for (const second of [60, 64, 65]) bootstrap.tick(true, second * 1000)
    await Promise.resolve()
    expect(pinged).toHaveLength(5)
  })
})
