import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../answering/rpcWorld.cases.ts'

const peer = {
  id: 'abababab',
  nodeId: 'ab'.repeat(64),
  host: '192.0.2.7',
  address: '192.0.2.7:5050',
  isInbound: true,
  clientId: 'Cambium/0.1.0',
}

describe('admin_peers', () => {
  it('is empty while peering is off', async () => {
    const world = await openWorld()
    expect(await world.result('admin_peers')).toEqual([])
  })

  it('answers each connected peer', async () => {
    const world = await openWorld()
    Object.defineProperty(world.node, 'peers', { value: { connected: [peer], close() {} } })
    expect(await world.result('admin_peers')).toEqual([
      {
        id: peer.nodeId,
        name: 'Cambium/0.1.0',
        enode: `enode://${peer.nodeId}@192.0.2.7:5050`,
        network: { remoteAddress: '192.0.2.7:5050', inbound: true },
      },
    ])
  })
})

describe('admin_nodeInfo', () => {
  it('answers the client and the head of the chain', async () => {
    const world = await openWorld()
    const { hash } = Object(await world.result('eth_getBlockByNumber', 'latest', false))
    expect(await world.result('admin_nodeInfo')).toMatchObject({
      name: 'Cambium/test',
      enode: null,
      protocols: { rsk: { network: 33, genesis: hash, head: hash } },
    })
  })
})
