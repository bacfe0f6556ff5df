import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import type { FleetNode } from './fleetNode.ts'
import { FleetWorld, patience, resultOf } from './fleetWorld.ts'
import { LogWatch, subscribeToLogs, type ToldLog } from './logWatch.ts'
import { PeerLink } from './peerLink.ts'
import { hasRedis } from './redisServer.ts'

/** Deploys a contract that logs the first word of its input as a topic: CALLDATALOAD(0), LOG1. */
const loggingContract = '0x6860003560006000a10060005260096017f3'

let world: FleetWorld
beforeAll(buildCambium)
afterAll(removeBuild)

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

/** Two nodes over a link that can be interrupted, a contract on both, and two gateways before them. */
async function openSplittableFleet() {
  const first = await world.startNode([])
  const link = await PeerLink.to(first.enode)
  const second = await world.startNode([link.enode])
  const [from = ''] = await first.ask<string[]>('eth_accounts')
  const deployment = { from, data: loggingContract, gas: '0x186a0' }
  const hash = await first.ask<string>('eth_sendTransaction', deployment)
  await first.mine(1)
  const { contractAddress } = await first.ask<{ contractAddress: string }>('eth_getTransactionReceipt', hash)
  await expect.poll(() => second.head(), patience).toBe(await first.head())
  const gateways = [await world.startGateway([first, second]), await world.startGateway([second, first])]
  for (const { url } of gateways) {
    await expect.poll(() => resultOf(url, 'eth_blockNumber').catch(() => undefined), patience).toBe('0x1')
  }
  /** Mines blocks with two logs each. */
  const mineLogs = async (node: FleetNode, count: number): Promise<void> => {
    for (let block = 0; block < count; block++) {
      for (const topic of [1, 2]) {
        const call = { from, to: contractAddress, gas: '0x186a0', data: word(topic) }
        await node.ask('eth_sendTransaction', call)
      }
      await node.mine(1)
    }
  }
  const logsOf = async (node: FleetNode): Promise<string[]> => {
    const wanted = { address: contractAddress, fromBlock: '0x2', toBlock: 'latest' }
    return LogWatch.namesOf(await node.ask<ToldLog[]>('eth_getLogs', wanted))
  }
  return { first, second, link, gateways, contractAddress, mineLogs, logsOf }
}

describe.skipIf(!hasRedis)('logs of a fleet whose nodes are on branches', () => {
  beforeEach(async () => {
    world = await FleetWorld.open()
  })
  afterEach(() => world.close())

  it('are told once and undone once by a filter that two gateways answer, and by subscriptions', async () => {
    const { first, second, link, gateways, contractAddress, mineLogs, logsOf } = await openSplittableFleet()
    const [one, other] = gateways.map(({ url }) => url) as [string, string]
    const filter = await resultOf<string>(one, 'eth_newFilter', { address: contractAddress })
    const polled = new LogWatch()
    const subscribed = new LogWatch()
    const endSubscription = await subscribeToLogs(other, contractAddress, subscribed)
    let isPolling = true
    const polling = (async () => {
      for (let turn = 0; isPolling; turn++) {
        polled.take(await resultOf<ToldLog[]>(turn % 2 ? one : other, 'eth_getFilterChanges', filter))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()

    for (let round = 0; round < 3; round++) {
      await mineLogs(first, 1)
      await expect.poll(() => second.head(), patience).toBe(await first.head())
      link.interrupt()
      const [shorter, longer] = round % 2 ? [second, first] : [first, second]
      await mineLogs(shorter, 2)
      // The branch that will be left was told.
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
    const { first, second, link, gateways, contractAddress, mineLogs, logsOf } = await openSplittableFleet()
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
