import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { FleetWorld, patience } from './fleetWorld.ts'
import { deployLogging } from './loggingContract.ts'
import { hasRedis } from './redisServer.ts'
import { ResumingSubscriber } from './resumingSubscriber.ts'
import { openSplittableFleet } from './splittableFleet.ts'

let world: FleetWorld
beforeAll(buildCambium)
afterAll(removeBuild)

describe.skipIf(!hasRedis)('a subscriber that connects again', () => {
  beforeEach(async () => {
    world = await FleetWorld.open()
  })
  afterEach(() => world.close())

  it('gets each log and each removal once when gateways are killed during reorganisations', async () => {
    const { first, second, link, gateways, contractAddress, mineLogs, logsOf } =
      await openSplittableFleet(world)
    const serving = [...gateways]
    const subscriber = await new ResumingSubscriber(() => serving[0]!.url, contractAddress).open()
    const { watch } = subscriber

    for (let round = 0; round < 3; round++) {
      await mineLogs(first, 1)
      await expect.poll(() => second.head(), patience).toBe(await first.head())
      link.interrupt()
      const [shorter, longer] = round % 2 ? [second, first] : [first, second]
      await mineLogs(shorter, 2)
      await expect.poll(() => watch.names, patience).toEqual(await logsOf(shorter))
      // The other branch becomes the longer one while the gateway of the subscriber is killed.
      const replacement = await world.startGateway([first, second])
      const mining = mineLogs(longer, 4)
      await world.kill(serving.shift()!.running)
      await mining
      serving.push(replacement)
      await expect.poll(() => watch.names, patience).toEqual(await logsOf(longer))
      link.restore()
      await expect.poll(() => shorter.head(), patience).toBe(await longer.head())
      expect(subscriber.resumed).toBeGreaterThan(round)
    }
    await mineLogs(second, 1)
    const logs = await logsOf(second)
    expect(logs).toHaveLength(2 * (3 * 5 + 1))
    await expect.poll(() => watch.names, patience).toEqual(logs)
    expect(watch.wrong).toEqual([])
    subscriber.close()
    link.close()
  })

  it('continues at the same node after the node was killed and started again', async () => {
    const folder = world.folder.at('chain')
    const node = await world.startNode([], '--data', folder)
    const { contractAddress, mineLogs, logsOf } = await deployLogging(node)
    let serving = node
    const subscriber = await new ResumingSubscriber(() => serving.url, contractAddress).open()
    await mineLogs(node, 2)
    await expect.poll(() => subscriber.watch.names, patience).toEqual(await logsOf(node))
    await world.kill(node.running)
    const again = await world.startNode([], '--data', folder)
    await mineLogs(again, 2)
    serving = again
    await mineLogs(again, 1)
    const logs = await logsOf(again)
    expect(logs).toHaveLength(10)
    await expect.poll(() => subscriber.watch.names, patience).toEqual(logs)
    expect(subscriber.watch.wrong).toEqual([])
    subscriber.close()
  })
})
