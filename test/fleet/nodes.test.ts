import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { FleetNode } from './fleetNode.ts'
import { PeerLink } from './peerLink.ts'

const patience = { timeout: 120_000, interval: 50 }
const started: FleetNode[] = []
const start = async (...others: readonly FleetNode[]): Promise<FleetNode> => {
  const node = await FleetNode.start(others.map(({ enode }) => enode))
  started.push(node)
  return node
}

beforeAll(buildCambium)
afterAll(removeBuild)
afterEach(async () => {
  await Promise.all(started.splice(0).map((node) => node.stop('SIGKILL')))
})

describe('two nodes of a local network', () => {
  it('share the blocks of either', async () => {
    const first = await start()
    await first.mine(3)
    const second = await start(first)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    await second.mine(2)
    await expect.poll(() => first.head(), patience).toBe(await second.head())
    expect(await first.head()).toMatch(/^5 /)
  })

  it('choose the longer branch when a split network is joined again', async () => {
    const first = await start()
    const link = await PeerLink.to(first.enode)
    const second = await FleetNode.start([link.enode])
    started.push(second)
    await first.mine(1)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    link.interrupt()
    await first.mine(2)
    await second.mine(4)
    expect(await first.head()).toMatch(/^3 /)
    expect(await second.head()).toMatch(/^5 /)
    link.restore()
    await expect.poll(() => first.head(), patience).toBe(await second.head())
    link.close()
  })
})
