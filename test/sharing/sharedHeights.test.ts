import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SharedHeights } from '../../src/server/networks/sharedHeights.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { newPrefix, settingsFor, sharingWith } from './sharingWorld.ts'

let redis: RedisServer
beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.close())

const patience = { timeout: 60_000, interval: 10 }

/** A gateway as another process; `height` is that of its best node. */
async function openGateway(server: RedisServer, prefix: string, height = 0) {
  const sharing = sharingWith(settingsFor(server.url, { prefix }))
  const problems: unknown[] = []
  const shared = new SharedHeights({
    sharing,
    processId: randomUUID(),
    report: (problem) => problems.push(problem),
    elapsedMs: () => performance.now(),
  })
  onTestFinished(() => shared.close())
  await sharing.open()
  const best = { height }
  return Object.assign(best, { sharing, shared, problems, heights: shared.of('regtest', () => best.height) })
}

describe.skipIf(!hasRedis)('heights in shared state', () => {
  it('are known to the other gateways before answers depend on them', async () => {
    const prefix = newPrefix()
    const [one, other] = [await openGateway(redis, prefix, 5), await openGateway(redis, prefix, 3)]
    await vi.waitUntil(() => one.heights.floor === 3 && other.heights.floor === 5, patience)
    for (let height = 6; height < 40; height++) {
      const [told, heard] = height % 2 ? [one, other] : [other, one]
      told.height = height
      await told.heights.tell(height)
      expect(heard.heights.floor).toBe(height)
      expect(told.heights.tell(height)).toBeUndefined()
    }
    expect([one.problems, other.problems]).toEqual([[], []])
  })

  it('are forgotten when a gateway ends, and when its nodes are lower again', async () => {
    const prefix = newPrefix()
    const [one, other] = [await openGateway(redis, prefix, 9), await openGateway(redis, prefix, 4)]
    await vi.waitUntil(() => other.heights.floor === 9, patience)
    one.height = 7
    await vi.waitUntil(() => other.heights.floor === 7, patience)
    // The height rises again, so the gateway announces it again.
    await one.heights.tell(9)
    expect(other.heights.floor).toBe(9)
    one.shared.close()
    one.sharing.close()
    await vi.waitUntil(() => other.heights.floor === 0, patience)
  })

  it('wait once for a gateway that was killed', async () => {
    const prefix = newPrefix()
    const [one, other] = [await openGateway(redis, prefix, 5), await openGateway(redis, prefix, 9)]
    await vi.waitUntil(() => one.heights.floor === 9 && other.heights.floor === 5, patience)
    other.shared.close()
    other.sharing.close()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = one.heights.tell(10)
    await vi.advanceTimersByTimeAsync(60_000)
    await first
    // The lease has not ended, and no timer fires: nobody is waited for.
    expect(one.heights.floor).toBe(9)
    for (let height = 11; height < 20; height++) await one.heights.tell(height)
  })

  it('are forgotten everywhere when a chain is rolled back', async () => {
    const prefix = newPrefix()
    const [one, other] = [await openGateway(redis, prefix, 9), await openGateway(redis, prefix, 9)]
    await vi.waitUntil(() => other.heights.floor === 9 && one.heights.floor === 9, patience)
    one.height = 2
    other.height = 2
    one.heights.reset()
    await vi.waitUntil(() => other.heights.floor < 9 && one.heights.floor < 9, patience)
  })

  it('do not delay answers while the shared state is away', async () => {
    const server = await RedisServer.start()
    onTestFinished(() => server.close())
    const prefix = newPrefix()
    const [one, other] = [await openGateway(server, prefix, 9), await openGateway(server, prefix, 4)]
    await vi.waitUntil(() => other.heights.floor === 9, patience)
    await server.kill()
    await one.heights.tell(10)
    await vi.waitUntil(() => other.heights.floor === 0, patience)
    await server.run()
    one.height = 11
    await vi.waitUntil(() => other.heights.floor === 11, patience)
  })
})
