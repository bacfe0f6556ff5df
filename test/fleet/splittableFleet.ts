import { expect } from 'vitest'
import { type FleetWorld, patience, resultOf } from './fleetWorld.ts'
import { deployLogging } from './loggingContract.ts'
import { PeerLink } from './peerLink.ts'

/** Two nodes over a link that can be interrupted, a contract on both, and two gateways before them. */
export async function openSplittableFleet(world: FleetWorld) {
  const first = await world.startNode([])
  const link = await PeerLink.to(first.enode)
  const second = await world.startNode([link.enode])
  const contract = await deployLogging(first)
  await expect.poll(() => second.head(), patience).toBe(await first.head())
  const gateways = [await world.startGateway([first, second]), await world.startGateway([second, first])]
  for (const { url } of gateways) {
    await expect.poll(() => resultOf(url, 'eth_blockNumber').catch(() => undefined), patience).toBe('0x1')
  }
  return { first, second, link, gateways, ...contract }
}
