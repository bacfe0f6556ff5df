import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { ask } from '../processes/nodeProcess.ts'
import { FleetWorld, patience, resultOf } from './fleetWorld.ts'
import { Load } from './load.ts'
import { PeerLink } from './peerLink.ts'
import { hasRedis } from './redisServer.ts'

let world: FleetWorld

beforeAll(buildCambium)
afterAll(removeBuild)

const height = (url: string): Promise<number> => resultOf<string>(url, 'eth_blockNumber').then(Number)

describe.skipIf(!hasRedis)('gateways before two nodes', () => {
  beforeEach(async () => {
    world = await FleetWorld.open()
  })
  afterEach(() => world.close())

  it('fail no read when a node is killed', async () => {
    const first = await world.startNode([])
    const second = await world.startNode([first.enode])
    await first.mine(3)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    const gateway = await world.startGateway([first, second])
    await expect.poll(() => height(gateway.url).catch(() => 0), patience).toBe(3)
    const block = await resultOf(gateway.url, 'eth_getBlockByNumber', '0x2', false)
    const load = new Load(gateway.url, 4, () => ['eth_getBlockByNumber', '0x2', false])
    await expect.poll(() => load.answered, patience).toBeGreaterThan(100)
    await world.kill(first.running)
    const before = load.answered
    await expect.poll(() => load.answered, patience).toBeGreaterThan(before + 100)
    await load.stop()
    console.info(`a node killed under load: ${load.answered} reads, ${load.failures.length} failed`)
    expect(load.failures).toEqual([])
    expect(await resultOf(gateway.url, 'eth_getBlockByNumber', '0x2', false)).toEqual(block)
  })

  it('ask no node for a block that it does not have', async () => {
    const first = await world.startNode([])
    const link = await PeerLink.to(first.enode)
    const second = await world.startNode([link.enode])
    await first.mine(2)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    const gateway = await world.startGateway([second, first])
    await expect.poll(() => height(gateway.url).catch(() => 0), patience).toBe(2)
    link.interrupt()
    await first.mine(3)
    await expect.poll(() => height(gateway.url), patience).toBe(5)
    for (let count = 0; count < 50; count++) {
      expect(await height(gateway.url)).toBe(5)
      expect(await ask(gateway.url, 'eth_getBlockByNumber', '0x5', false)).toMatchObject({
        result: { number: '0x5' },
      })
    }
    link.close()
  })

  it('lose no acknowledged transaction when the node that got it is killed', async () => {
    const first = await world.startNode([])
    const second = await world.startNode([first.enode])
    await first.mine(1)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    const gateway = await world.startGateway([first, second])
    await expect.poll(() => height(gateway.url).catch(() => 0), patience).toBe(1)
    const [from, to] = await first.ask<string[]>('eth_accounts')
    const hashes: string[] = []
    for (let nonce = 0; nonce < 5; nonce++) {
      const fields = { from, to, value: '0x1', gas: '0x5208', gasPrice: '0x3b9aca00', nonce: `0x${nonce}` }
      const { raw } = await first.ask<{ raw: string }>('eth_signTransaction', fields)
      hashes.push(await resultOf<string>(gateway.url, 'eth_sendRawTransaction', raw))
    }
    await world.kill(first.running)
    await second.mine(1)
    for (const hash of hashes) {
      await expect
        .poll(() => ask(gateway.url, 'eth_getTransactionReceipt', hash), patience)
        .toMatchObject({ result: { status: '0x1' } })
    }
  })

  it('refuse a revoked key everywhere within seconds, and go on with others', async () => {
    const node = await world.startNode([])
    const keys = { words: ['--access', 'keys'] }
    const gateways = await Promise.all([world.startGateway([node], keys), world.startGateway([node], keys)])
    const [revoked, other] = [await world.createKey(), await world.createKey()]
    const statusOf = async (url: string, key: string): Promise<number> =>
      (await ask(`${url}/${key}`, 'eth_chainId')).status
    for (const { url } of gateways) {
      for (const key of [revoked, other]) await expect.poll(() => statusOf(url, key), patience).toBe(200)
    }
    await world.revokeKey(revoked)
    const revokedAt = performance.now()
    for (const { url } of gateways) {
      await expect.poll(() => statusOf(url, revoked), { timeout: 30_000, interval: 20 }).toBe(401)
    }
    console.info(
      `a revoked key is refused by both gateways after ${Math.round(performance.now() - revokedAt)} ms`,
    )
    for (const { url } of gateways) expect(await statusOf(url, other)).toBe(200)
  })

  it('accept known keys only while Redis is killed, and all keys when it is back', async () => {
    const node = await world.startNode([])
    const gateway = await world.startGateway([node], { words: ['--access', 'keys'] })
    const key = await world.createKey()
    const statusOf = async (text: string): Promise<number> =>
      (await ask(`${gateway.url}/${text}`, 'eth_chainId')).status
    await expect.poll(() => statusOf(key), patience).toBe(200)
    const load = new Load(`${gateway.url}/${key}`, 2, () => ['eth_chainId'])
    await expect.poll(() => load.answered, patience).toBeGreaterThan(50)
    await world.redis.kill()
    const before = load.answered
    await expect.poll(() => load.answered, patience).toBeGreaterThan(before + 50)
    expect(await statusOf(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)).toBe(401)
    expect((await ask(gateway.url, 'eth_chainId')).status).toBe(401)
    await world.redis.run()
    await load.stop()
    expect(load.failures).toEqual([])
    const later = await world.createKey()
    await expect.poll(() => statusOf(later), patience).toBe(200)
  })
})
