import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { ask } from '../processes/nodeProcess.ts'
import { FleetWorld, patience, resultOf } from './fleetWorld.ts'
import { LogWatch, subscribeToLogs, type ToldLog } from './logWatch.ts'
import { hasRedis } from './redisServer.ts'
import { openSplittableFleet } from './splittableFleet.ts'

let world: FleetWorld
beforeAll(buildCambium)
afterAll(removeBuild)

describe.skipIf(!hasRedis)('logs of a fleet whose nodes are on branches', () => {
  beforeEach(async () => {
    world = await FleetWorld.open()
  })
  afterEach(() => world.close())

  it('are delivered once and removed once by a filter that two gateways answer, and by subscriptions', async () => {
    const { first, second, link, gateways, contractAddress, mineLogs, logsOf } =
      await openSplittableFleet(world)
    const [one, other] = gateways.map(({ url }) => url) as [string, string]
    const filter = await resultOf<string>(one, 'eth_newFilter', { address: contractAddress })
    const polled = new LogWatch()
    const subscribed = new LogWatch()
    const endSubscription = await subscribeToLogs(other, contractAddress, subscribed)
    let isPolling = true
    const polling = (async () => {
      for (let turn = 0; isPolling; turn++) {
        const { result, error } = await ask(turn % 2 ? one : other, 'eth_getFilterChanges', filter)
        if (result !== undefined) polled.take(result as ToldLog[])
        // A node on the longer branch may lack the shorter one; the other node has both.
        else expect(error?.message).toBe('filter not found')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()

    for (let round = 0; round < 3; round++) {
      await mineLogs(first, 1)
      await expect.poll(() => second.head(), patience).toBe(await first.head())
      link.interrupt()
      const [shorter, longer] = round % 2 ? [second, first] : [first, second]
      await mineLogs(shorter, 2)
      // Subscribers learn of the branch before it is abandoned.
      const left = await logsOf(shorter)
      await expect.poll(() => polled.names, patience).toEqual(left)
      await expect.poll(() => subscribed.names, patience).toEqual(left)
      await mineLogs(longer, 4)
      link.restore()
      await expect.poll(() => shorter.head(), patience).toBe(await longer.head())
    }
    await mineLogs(second, 1)

    const logs = await logsOf(second)
    expect(logs).toHaveLength(2 * (3 * 5 + 1))
    await expect.poll(() => polled.names, patience).toEqual(logs)
    await expect.poll(() => subscribed.names, patience).toEqual(logs)
    isPolling = false
    await polling
    expect([polled.wrong, subscribed.wrong]).toEqual([[], []])
    endSubscription()
    link.close()
  })

  it('are lost neither when a gateway is killed nor when a node is', async () => {
    const { first, second, link, gateways, contractAddress, mineLogs, logsOf } =
      await openSplittableFleet(world)
    const [killed, left] = gateways as [(typeof gateways)[0], (typeof gateways)[0]]
    const filter = await resultOf<string>(killed.url, 'eth_newFilter', { address: contractAddress })
    const polled = new LogWatch()
    const subscribed = new LogWatch()
    const poll = async (url: string): Promise<void> =>
      polled.take(await resultOf<ToldLog[]>(url, 'eth_getFilterChanges', filter))
    const endSubscription = await subscribeToLogs(left.url, contractAddress, subscribed)
    await mineLogs(first, 2)
    await poll(killed.url)
    await world.kill(killed.running)
    await mineLogs(first, 2)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    await poll(left.url)
    await world.kill(first.running)
    await mineLogs(second, 2)

    const logs = await logsOf(second)
    expect(logs).toHaveLength(12)
    await expect
      .poll(async () => {
        // A poll that reaches the killed node before the gateway knows of it is answered with an error.
        await poll(left.url).catch(() => {})
        return polled.names
      }, patience)
      .toEqual(logs)
    await expect.poll(() => subscribed.names, patience).toEqual(logs)
    expect([polled.wrong, subscribed.wrong]).toEqual([[], []])
    endSubscription()
    link.close()
  })
})
