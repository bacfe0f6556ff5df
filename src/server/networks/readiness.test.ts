import { describe, expect, it } from 'vitest'
import { openWorld } from '../../answering/rpcWorld.cases.ts'
import { hostedNode } from './hostedNode.ts'
import { readinessOf } from './readiness.ts'

const plenty = 1 << 30

describe('a network', () => {
  it('is ready when it has caught up and can write', () => {
    expect(readinessOf({ lag: undefined, peers: 0, freeBytes: plenty })).toEqual({ ready: true, reasons: [] })
    expect(readinessOf({ lag: undefined, peers: 0, freeBytes: undefined }).ready).toBe(true)
  })

  it('lists every reason why it is not ready', () => {
    expect(readinessOf({ lag: { kind: 'no-blocks' }, peers: 0, freeBytes: 0 })).toEqual({
      ready: false,
      reasons: [
        'the chain has no blocks after the genesis block',
        'no peers are connected',
        'the disk is full',
      ],
    })
    expect(
      readinessOf({ lag: { kind: 'old-head', ageSeconds: 700 }, peers: 3, freeBytes: plenty }).reasons,
    ).toEqual(['the best block is 700 seconds old'])
  })

  it('is not ready at its genesis block when it is public, and eth_syncing is not false then', async () => {
    const world = await openWorld({ node: { network: 'testnet' } })
    const { node, service } = world
    const network = hostedNode({ name: 'testnet', node, service, origins: '*' })
    expect(network.readiness()).toMatchObject({ ready: false, reasons: { length: 2 } })
    expect(await world.result('eth_syncing')).toEqual({
      startingBlock: '0x0',
      currentBlock: '0x0',
      highestBlock: '0x0',
    })
  })

  it('is ready at its genesis block when it is local, and eth_syncing is false', async () => {
    const world = await openWorld()
    const { node, service } = world
    const network = hostedNode({ name: 'regtest', node, service, origins: '*' })
    expect(network.readiness().ready).toBe(true)
    expect(await world.result('eth_syncing')).toBe(false)
    const full = hostedNode({ name: 'regtest', node, service, origins: '*', freeBytes: () => 4096 })
    expect(full.readiness()).toEqual({ ready: false, reasons: ['the disk is full'] })
  })
})
