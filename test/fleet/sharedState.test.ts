import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyGrants } from '../../src/server/keys/apiKey.ts'
import { Keyring } from '../../src/server/keys/keyring.ts'
import { dayOf } from '../../src/server/limits/quotaStore.ts'
import { openSharedState, type SharedState } from '../../src/server/sharedState.ts'
import { parseAddress } from '../../src/sharing/sharedAddress.ts'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { ask, type StartedNode, startNode, stop } from '../processes/nodeProcess.ts'
import { TemporaryFolder } from '../processes/temporaryFolder.ts'
import { expectHeldRate } from './rateFlood.ts'
import { hasRedis, RedisServer } from './redisServer.ts'

/* Two processes that share their state, under load and without it. */

const seconds = 20

beforeAll(buildCambium)
afterAll(removeBuild)

describe.skipIf(!hasRedis)('two processes with shared state', () => {
  let redis: RedisServer
  let state: SharedState
  let nodes: readonly StartedNode[]
  const folder = new TemporaryFolder()
  const accessLogs = ['first', 'second'].map((name) => folder.at(`${name}.log`))
  beforeAll(async () => {
    redis = await RedisServer.start()
    const settings = { address: parseAddress(redis.url), prefix: 'cambium' }
    state = await openSharedState(settings, { log: () => {} }, { isServing: false })
    const words = ['--network', 'regtest', '--access', 'keys', '--shared', redis.url, '--threads', '0']
    nodes = await Promise.all(accessLogs.map((path) => startNode(...words, '--access-log', path)))
  })
  afterAll(async () => {
    await Promise.all((nodes ?? []).map(({ running }) => stop(running)))
    await state?.close()
    await redis?.close()
    folder.remove()
  })

  const change = <Result>(work: (keyring: Keyring) => Result): Promise<Result> =>
    state.keys.change((keys) => work(new Keyring({ keys, now: Date.now, random: randomBytes })))
  const createKey = (grants: Partial<KeyGrants> = {}) =>
    change((keyring) => keyring.create({ label: 'test', ...grants }))
  const urls = (text: string) =>
    nodes.map(({ announced }) => `${announced.networks[0]!.url.replace(/\/$/, '')}/${text}`)
  const statuses = (text: string) =>
    Promise.all(urls(text).map(async (url) => (await ask(url, 'eth_blockNumber')).status))
  const readiness = async (node: StartedNode) => {
    const { origin } = new URL(node.announced.networks[0]!.url)
    const response = await fetch(`${origin}/ready`)
    return { status: response.status, shared: Object((await response.json()) as unknown).shared }
  }
  const until = async (isTrue: () => Promise<boolean>) => {
    while (!(await isTrue())) await pause(50)
  }
  const commands = async (): Promise<number> => {
    const info = await redis.ask('INFO', 'commandstats')
    return Number(/cmdstat_evalsha:calls=(\d+)/.exec(info)?.[1] ?? 0)
  }

  it('accept a new key at once, and refuse a revoked one within seconds', async () => {
    const { key, text } = await createKey()
    await until(async () => (await statuses(text)).every((status) => status === 200))
    await change((keyring) => keyring.revoke(key.id))
    await until(async () => (await statuses(text)).every((status) => status === 401))
  })

  it(`hold the rate of a key for ${seconds} s, and count its units`, async () => {
    const { key, text } = await createKey({ rate: { unitsPerSecond: 300, burst: 600 } })
    const before = await commands()
    const processes = nodes.map(({ announced }, index) => ({
      url: announced.networks[0]!.url,
      accessLog: accessLogs[index]!,
    }))
    const { units, requests } = await expectHeldRate({ text, rate: 300, burst: 600 }, processes, seconds)
    expect((await commands()) - before).toBeLessThan(requests)
    const counted = async (): Promise<number> => (await state.quotas.read(key.id, dayOf(Date.now()))).units
    await expect.poll(counted).toBe(units)
  })

  it('serve known keys, and no others, while Redis is away, and count what was used', async () => {
    const { key, text } = await createKey()
    await until(async () => (await statuses(text)).every((status) => status === 200))
    await redis.kill()
    await until(async () => (await Promise.all(nodes.map(readiness))).every(({ shared }) => shared.away))
    expect(await statuses(text)).toEqual([200, 200])
    expect(await statuses(`cambium_0123456789ab_${'a'.repeat(43)}`)).toEqual([401, 401])
    for (const { status, shared } of await Promise.all(nodes.map(readiness))) {
      expect([status, shared]).toEqual([200, { away: true, keys: true, processes: 2 }])
    }
    await redis.run()
    await until(async () => (await Promise.all(nodes.map(readiness))).every(({ shared }) => !shared.away))
    const before = await state.quotas.read(key.id, dayOf(Date.now())).catch(() => ({ calls: 0 }))
    expect(await statuses(text)).toEqual([200, 200])
    await until(async () => {
      const { calls } = await state.quotas.read(key.id, dayOf(Date.now())).catch(() => ({ calls: 0 }))
      return calls >= 6 && calls > before.calls
    })
  })
})
