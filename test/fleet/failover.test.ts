import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { ask } from '../processes/nodeProcess.ts'
import { Balancer } from './balancer.ts'
import { createKeyIn, FleetWorld, patience } from './fleetWorld.ts'
import { freePort } from './freePort.ts'
import { Load } from './load.ts'
import { RedisSentinels } from './redisSentinels.ts'
import { hasRedis, RedisServer } from './redisServer.ts'

const keys = ['--access', 'keys']
const statusOf = async (url: string, key: string): Promise<number> =>
  (await ask(`${url}/${key}`, 'eth_chainId')).status

let world: FleetWorld
beforeAll(buildCambium)
afterAll(removeBuild)

describe.skipIf(!hasRedis)('gateways whose shared state', () => {
  let replica: RedisServer | undefined
  beforeEach(async () => {
    world = await FleetWorld.open()
  })
  afterEach(async () => {
    await world.close()
    await replica?.close()
    replica = undefined
  })

  /** Waits until the replica has a key that the primary has acknowledged. */
  const replicated = (key: string): Promise<void> => {
    const [, keyId = ''] = key.split('_')
    return expect
      .poll(() => replica?.ask('HEXISTS', 'cambium:1:{keys}:records', keyId), patience)
      .toBe(':1\r\n')
  }

  it('is killed go on with its replica when that is made the primary', async () => {
    const { redis } = world
    replica = await RedisServer.start('--replicaof', `127.0.0.1 ${redis.port}`)
    const { url: replicaUrl } = replica
    const node = await world.startNode([])
    const shared = `${redis.url},${replicaUrl}`
    const gateway = await world.startGateway([node], { words: keys, shared })
    const key = await world.createKey()
    await expect.poll(() => statusOf(gateway.url, key), patience).toBe(200)
    await replicated(key)
    const load = new Load(`${gateway.url}/${key}`, 2, () => ['eth_chainId'])
    await expect.poll(() => load.answered, patience).toBeGreaterThan(50)
    await redis.kill()
    await replica.ask('REPLICAOF', 'NO', 'ONE')
    const later = await createKeyIn(replica)
    await expect.poll(() => statusOf(gateway.url, later), patience).toBe(200)
    const before = load.answered
    await expect.poll(() => load.answered, patience).toBeGreaterThan(before + 50)
    await load.stop()
    expect(load.failures).toEqual([])
    expect(await statusOf(gateway.url, `${later.slice(0, -1)}${later.endsWith('A') ? 'B' : 'A'}`)).toBe(401)
  })

  it('is watched by Sentinels go on with the primary that they choose', async () => {
    const { redis } = world
    replica = await RedisServer.start('--replicaof', `127.0.0.1 ${redis.port}`)
    const sentinels = await RedisSentinels.start(redis)
    onTestFinished(() => sentinels.close())
    const node = await world.startNode([])
    const gateway = await world.startGateway([node], { words: keys, shared: sentinels.url })
    const key = await createKeyIn(sentinels)
    await expect.poll(() => statusOf(gateway.url, key), patience).toBe(200)
    await replicated(key)
    await sentinels.ready()
    const load = new Load(`${gateway.url}/${key}`, 2, () => ['eth_chainId'])
    await expect.poll(() => load.answered, patience).toBeGreaterThan(50)
    await redis.kill()
    await expect.poll(() => replica?.ask('ROLE'), patience).toContain('master')
    const later = await createKeyIn(sentinels)
    await expect.poll(() => statusOf(gateway.url, later), patience).toBe(200)
    await load.stop()
    expect(load.failures).toEqual([])
  })

  it('hangs answer known keys only, and all keys when it resumes', async () => {
    const node = await world.startNode([])
    const gateway = await world.startGateway([node], { words: keys })
    const key = await world.createKey()
    await expect.poll(() => statusOf(gateway.url, key), patience).toBe(200)
    const load = new Load(`${gateway.url}/${key}`, 2, () => ['eth_chainId'])
    world.redis.pause()
    const isAway = async (): Promise<unknown> => {
      const ready = await fetch(new URL('/ready', gateway.url))
      return ((await ready.json()) as { shared?: { away?: boolean } }).shared?.away
    }
    await expect.poll(isAway, patience).toBe(true)
    const before = load.answered
    await expect.poll(() => load.answered, patience).toBeGreaterThan(before + 50)
    expect((await ask(gateway.url, 'eth_chainId')).status).toBe(401)
    world.redis.resume()
    await expect.poll(isAway, patience).toBe(false)
    const later = await world.createKey()
    await expect.poll(() => statusOf(gateway.url, later), patience).toBe(200)
    await load.stop()
    expect(load.failures).toEqual([])
  })

  it('is shared fail no request when they are restarted one after the other', async () => {
    const node = await world.startNode([])
    const ports = [await freePort(), await freePort()]
    // The balancer asks ten times a second; a loaded machine may be twenty times slower.
    const words = [...keys, '--limits.drain-delay-ms', '2000']
    const start = (port: number) => world.startGateway([node], { words, port })
    const gateways = await Promise.all(ports.map(start))
    const key = await world.createKey()
    for (const { url } of gateways) await expect.poll(() => statusOf(url, key), patience).toBe(200)
    const balancer = await Balancer.over(ports)
    await expect.poll(() => balancer.readyCount, patience).toBe(2)
    const load = new Load(`${balancer.url}/${key}`, 4, () => ['eth_blockNumber'])
    for (const { port, running } of gateways) {
      const before = load.answered
      await expect.poll(() => load.answered, patience).toBeGreaterThan(before + 50)
      expect(await world.stop(running)).toBe(0)
      await expect.poll(() => balancer.readyCount, patience).toBe(1)
      await start(port)
      await expect.poll(() => balancer.readyCount, patience).toBe(2)
    }
    await load.stop()
    balancer.close()
    console.info(`rolling restart of two gateways: ${load.answered} requests, ${load.failures.length} failed`)
    expect([load.failures, balancer.failures]).toEqual([[], 0])
  })
})
