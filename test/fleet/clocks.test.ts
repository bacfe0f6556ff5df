import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { ask } from '../processes/nodeProcess.ts'
import { type FleetGateway, FleetWorld, patience } from './fleetWorld.ts'
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

const seconds = 20
const rate = 100
const burst = 100
/** Requests to each gateway at once. */
const clients = 3
const warmUpMs = 5_000
const offsetsMs = [-5_000, 5_000]

interface Line {
  readonly timeMs: number
  readonly status: number
  readonly units: number
}

const linesOf = (accessLog: string): Line[] =>
  readFileSync(accessLog, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { time: string; status: number; units: number } => JSON.parse(line))
    .map(({ time, status, units }) => ({ timeMs: Date.parse(time), status, units }))

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
      const [slow = 0, quick = 0] = gateways.map(({ accessLog }) => linesOf(accessLog).at(-1)?.timeMs ?? 0)
      return Math.abs(quick - slow)
    }
    await expect.poll(difference, patience).toBeGreaterThan(5_000)
  })

  it(`hold the rate of a key together for ${seconds} s`, async () => {
    const key = await world.createKey('--rate', String(rate), '--burst', String(burst))
    await isKnown(key)
    const fromMs = Date.now() + warmUpMs
    const toMs = fromMs + seconds * 1000
    const flood = async (url: string): Promise<void> => {
      while (Date.now() < toMs) await ask(url, 'eth_chainId')
    }
    await Promise.all(urlsOf(key).flatMap((url) => Array.from({ length: clients }, () => flood(url))))
    // The log is written some time later, and in the times of its gateway.
    const counted = (): number[] =>
      gateways.flatMap(({ accessLog }, index) =>
        linesOf(accessLog)
          .map(({ timeMs, ...line }) => ({ ...line, timeMs: timeMs - offsetsMs[index]! }))
          .filter(({ timeMs, status }) => status === 200 && timeMs >= fromMs && timeMs < toMs)
          .map(({ units }) => units),
      )
    await expect.poll(() => counted().length, patience).toBeGreaterThan(0)
    await pause(2_000)
    const units = counted().reduce((sum, spent) => sum + spent, 0)
    console.info(`${units} units in ${seconds} s over two gateways, of ${rate * seconds}`)
    // Units that a stalled machine did not spend before the count are spent within it, and the last calls may run into debt.
    const debt = Math.max(...counted()) * clients * gateways.length
    expect(units).toBeLessThanOrEqual(rate * seconds * 1.01 + burst + debt)
    expect(units).toBeGreaterThan(0)
  })

  it('refuse a revoked key after two seconds', async () => {
    const key = await world.createKey()
    await expect.poll(() => statuses(key), patience).toEqual([200, 200])
    await world.revokeKey(key)
    await pause(2_000)
    expect(await statuses(key)).toEqual([401, 401])
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
