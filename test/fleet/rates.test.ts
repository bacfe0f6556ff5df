import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { ask, stop } from '../processes/nodeProcess.ts'
import { FleetWorld, patience } from './fleetWorld.ts'
import { hasRedis } from './redisServer.ts'

const seconds = 60
const rate = 100
const burst = 100
const clientsOfGateway = 4
const warmUpMs = 5_000

let world: FleetWorld
beforeAll(async () => {
  buildCambium()
  if (hasRedis) world = await FleetWorld.open()
})
afterAll(async () => {
  if (hasRedis) await world.close()
  removeBuild()
})

/** Units of the answered requests in an access log that were written from one time to another. */
function unitsIn(path: string, fromMs: number, toMs: number): number {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines
    .map((line): { time: string; status: number; units: number } => JSON.parse(line))
    .filter(({ time, status }) => status === 200 && Date.parse(time) >= fromMs && Date.parse(time) < toMs)
    .reduce((sum, { units }) => sum + units, 0)
}

describe.skipIf(!hasRedis)('the rate of a key', () => {
  it(`is held over two gateways for ${seconds} s`, async () => {
    const node = await world.startNode([])
    const keys = { words: ['--access', 'keys'] }
    const gateways = await Promise.all([world.startGateway([node], keys), world.startGateway([node], keys)])
    const key = await world.createKey('--rate', String(rate), '--burst', String(burst))
    for (const { url } of gateways) {
      await expect
        .poll(async () => (await ask(`${url}/${key}`, 'eth_chainId')).status, patience)
        .not.toBe(401)
    }
    // The burst is spent before the count begins.
    const fromMs = Date.now() + warmUpMs
    const toMs = fromMs + seconds * 1000
    const flood = async (url: string): Promise<void> => {
      while (Date.now() < toMs) await ask(`${url}/${key}`, 'eth_chainId')
    }
    await Promise.all(
      gateways.flatMap(({ url }) => Array.from({ length: clientsOfGateway }, () => flood(url))),
    )
    // A gateway writes what is left of its log when it ends.
    await Promise.all(gateways.map(({ running }) => stop(running)))
    const units = gateways.reduce((sum, { accessLog }) => sum + unitsIn(accessLog, fromMs, toMs), 0)
    console.info(`${units} units in ${seconds} s over two gateways, of ${rate * seconds}`)
    // Units that a stalled machine did not spend before the count are spent within it.
    expect(units).toBeLessThanOrEqual(rate * seconds * 1.01 + burst)
    // A slow machine asks for less than the rate.
    expect(units).toBeGreaterThan(rate * seconds * 0.95)
  })
})
