import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { FleetWorld, patience, resultOf } from './fleetWorld.ts'
import { PeerLink } from './peerLink.ts'
import { hasRedis } from './redisServer.ts'

let world: FleetWorld
beforeAll(buildCambium)
afterAll(removeBuild)

const height = (url: string): Promise<number> => resultOf<string>(url, 'eth_blockNumber').then(Number)

describe.skipIf(!hasRedis)('the heights that a client sees at two gateways', () => {
  beforeEach(async () => {
    world = await FleetWorld.open()
  })
  afterEach(() => world.close())

  it('do not go backwards while the nodes get blocks at different times, and go on after a node is killed', async () => {
    const first = await world.startNode([])
    const link = await PeerLink.to(first.enode)
    const second = await world.startNode([link.enode])
    await first.mine(1)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    const [one, other] = await Promise.all([world.startGateway([first]), world.startGateway([second])])
    for (const { url } of [one, other]) await expect.poll(() => height(url).catch(() => 0), patience).toBe(1)

    /** Alternates between the gateways; an error is an answer, a lower height is not. */
    const seen: number[] = []
    let refused = 0
    let isAsking = true
    const asking = (async () => {
      for (let turn = 0; isAsking; turn++) {
        const answered = await height(turn % 2 ? one.url : other.url).catch(() => undefined)
        if (answered === undefined) refused++
        else seen.push(answered)
      }
    })()
    for (let block = 2; block < 30; block++) {
      await first.mine(1)
      await expect.poll(() => seen.at(-1), patience).toBe(block)
    }
    // The second node is behind now: its gateway does not answer from a lower block.
    link.interrupt()
    await first.mine(1)
    await expect.poll(() => seen.at(-1), patience).toBe(30)
    await expect.poll(() => refused, patience).toBeGreaterThan(0)
    link.restore()
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    await expect.poll(() => height(other.url).catch(() => 0), patience).toBe(30)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    isAsking = false
    await asking

    // The only node with the highest block is killed: the gateways give its height up after the lease.
    link.interrupt()
    await first.mine(1)
    await expect.poll(() => height(one.url), patience).toBe(31)
    await expect(height(other.url)).rejects.toThrow('no node is at block 31 yet')
    await world.kill(first.running)
    await expect.poll(() => height(other.url).catch(() => 0), patience).toBe(30)
    link.close()
  })
})
