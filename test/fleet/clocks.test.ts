import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { ask } from '../processes/nodeProcess.ts'
import { type FleetGateway, FleetWorld, patience } from './fleetWorld.ts'
import { expectHeldRate } from './rateFlood.ts'
import { hasRedis } from './redisServer.ts'

/* Gateways whose clocks are 10 s apart, by libfaketime. Monotonic clocks are as they are. */

const faketime = libraryIn('/usr/lib')
if (faketime === undefined) console.warn('libfaketime is not installed: the tests of clocks are skipped')

function libraryIn(folder: string): string | undefined {
  const folders = existsSync(folder) ? readdirSync(folder) : []
  return ['', ...folders]
    .map((name) => `${folder}/${name}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path))
}

const seconds = 10
const offsetsMs = [-5_000, 5_000]

/** The time of the last line. */
const lastTimeIn = (accessLog: string): number => {
  const last = readFileSync(accessLog, 'utf8').trimEnd().split('\n').at(-1) ?? ''
  return last === '' ? 0 : Date.parse(JSON.parse(last).time)
}

describe.skipIf(!hasRedis || faketime === undefined)('gateways whose clocks are 10 s apart', () => {
  let world: FleetWorld
  let gateways: readonly FleetGateway[]
  beforeAll(async () => {
    buildCambium()
    world = await FleetWorld.open()
    const node = await world.startNode([])
    const start = (offsetMs: number): Promise<FleetGateway> =>
      world.startGateway([node], {
        words: ['--access', 'keys'],
        environment: {
          LD_PRELOAD: faketime ?? '',
          FAKETIME: `${offsetMs < 0 ? '' : '+'}${offsetMs / 1000}s`,
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        },
      })
    gateways = await Promise.all(offsetsMs.map(start))
  })
  afterAll(async () => {
    await world?.close()
    removeBuild()
  })

  const urlsOf = (key: string): string[] => gateways.map(({ url }) => `${url}/${key}`)
  const statuses = (key: string): Promise<number[]> =>
    Promise.all(urlsOf(key).map(async (url) => (await ask(url, 'eth_chainId')).status))
  const isKnown = (key: string) => expect.poll(() => statuses(key), patience).not.toContain(401)

  it('write different times', async () => {
    const key = await world.createKey()
    await isKnown(key)
    const difference = async (): Promise<number> => {
      await statuses(key)
      const [slow = 0, quick = 0] = gateways.map(({ accessLog }) => lastTimeIn(accessLog))
      return Math.abs(quick - slow)
    }
    await expect.poll(difference, patience).toBeGreaterThan(5_000)
  })

  it(`hold the rate of a key together for ${seconds} s`, async () => {
    const text = await world.createKey('--rate', '100', '--burst', '100')
    await expectHeldRate({ text, rate: 100, burst: 100 }, gateways, seconds)
  })

  it('refuse a revoked key within seconds', async () => {
    const key = await world.createKey()
    await expect.poll(() => statuses(key), patience).toEqual([200, 200])
    await world.revokeKey(key)
    await expect.poll(() => statuses(key), patience).toEqual([401, 401])
  })

  it('poll one filter, which expires by the clock of the shared state', async () => {
    const key = await world.createKey()
    await expect.poll(() => statuses(key), patience).toEqual([200, 200])
    const [slow = '', quick = ''] = urlsOf(key)
    const { result: id } = await ask(slow, 'eth_newBlockFilter')
    const polled = 'cambium:1:{filters:regtest}:polled'
    const expiresInMs = async (): Promise<number> => {
      const [, score] = (await world.redis.ask('ZSCORE', polled, String(id))).split('\r\n')
      const [, , time] = (await world.redis.ask('TIME')).split('\r\n')
      return Number(score) - Number(time) * 1000
    }
    for (const url of [quick, slow]) {
      expect((await ask(url, 'eth_getFilterChanges', id)).result).toEqual([])
      const left = await expiresInMs()
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(300_000 + 1_000)
    }
  })
})
