import { afterAll, beforeAll, describe, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { FleetWorld } from './fleetWorld.ts'
import { expectHeldRate } from './rateFlood.ts'
import { hasRedis } from './redisServer.ts'

const seconds = 20

let world: FleetWorld
beforeAll(async () => {
  buildCambium()
  if (hasRedis) world = await FleetWorld.open()
})
afterAll(async () => {
  if (hasRedis) await world.close()
  removeBuild()
})

describe.skipIf(!hasRedis)('the rate of a key', () => {
  it(`is held over two gateways for ${seconds} s`, async () => {
    const node = await world.startNode([])
    const keys = { words: ['--access', 'keys'] }
    const gateways = await Promise.all([world.startGateway([node], keys), world.startGateway([node], keys)])
    const text = await world.createKey('--rate', '100', '--burst', '100')
    await expectHeldRate({ text, rate: 100, burst: 100 }, gateways, seconds)
  })
})
