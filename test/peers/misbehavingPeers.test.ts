import { randomBytes } from 'node:crypto'
import { createConnection, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Node } from '../../src/node/node.ts'
import { parseEnode } from '../../src/peers/identity/enode.ts'
import { identityOf } from '../../src/peers/identity/nodeIdentity.ts'
import { frameCodes } from '../../src/peers/messages/message.ts'
import type { Connection } from '../../src/peers/transport/connection.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import type { Block } from '../../src/protocol/block.ts'
import { BlockIndex } from '../../src/protocol/blockIndex.cases.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { localChain } from '../../src/protocol/localBlocks.cases.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import {
  ClaimedChain,
  callAsNewNode,
  connectMisbehaving,
  withoutBody,
  withoutProof,
} from './misbehavingPeer.ts'
import { agree, enodeOf, eventually, mine, PeerNodes } from './peerNodes.ts'

const world = new PeerNodes()
const connections: Connection[] = []
const sockets: Socket[] = []

afterEach(() => {
  world.closeAll()
  for (const connection of connections.splice(0)) connection.disconnect(0)
  for (const socket of sockets.splice(0)) socket.destroy()
  expect(world.errors.splice(0)).toEqual([])
})

const genesis = genesisBlock(regtest)
const unexecuted = localChain(genesis, 60, new BlockIndex([genesis]))

const blocksOf = ({ chain }: Node): Block[] =>
  Array.from({ length: chain.head.number }, (_, index) => chain.select(index + 1)!)

/** A miner with blocks, and a node with a misbehaving peer that is not connected to the miner yet. */
async function nodeWithMisbehavingPeer(claim: (blocks: readonly Block[]) => ClaimedChain): Promise<{
  readonly miner: Node
  readonly node: Node
  readonly isGone: () => boolean
}> {
  const miner = await world.open()
  mine(miner, 50)
  const node = await world.open()
  const { isGone } = await connectMisbehaving(enodeOf(node), claim(blocksOf(miner)))
  // The node may have disconnected the peer already.
  await eventually(() => isGone() || node.peers!.connected.length === 1).toBe(true)
  return { miner, node, isGone }
}

const offencesOf = ({ peers }: Node): string[] =>
  peers!.scoring
    .list()
    .filter(({ type }) => type === 'node')
    .flatMap(({ standing }) =>
      (['invalid-header', 'invalid-block', 'invalid-message', 'timeout-message'] as const).filter(
        (event) => standing.count(event) > 0,
      ),
    )

describe('a node with a peer that claims a false chain', () => {
  it('disconnects the peer for headers without proof of work, and follows others', async () => {
    const { miner, node, isGone } = await nodeWithMisbehavingPeer(
      (blocks) => new ClaimedChain(blocks, withoutProof),
    )
    await eventually(isGone).toBe(true)
    expect(offencesOf(node)).toEqual(['invalid-header'])
    expect(node.chain.head.number).toBe(0)
    await world.open([miner, node])
    await agree(miner, node)
  })

  it('disconnects the peer for blocks with wrong execution results, and follows others', async () => {
    const { miner, node, isGone } = await nodeWithMisbehavingPeer(() => new ClaimedChain(unexecuted))
    await eventually(isGone).toBe(true)
    expect(offencesOf(node)).toEqual(['invalid-block'])
    await world.open([miner, node])
    await agree(miner, node)
  })

  it('fetches withheld bodies from other peers', async () => {
    const { miner, node } = await nodeWithMisbehavingPeer((blocks) => new ClaimedChain(blocks, withoutBody))
    await world.open([miner, node])
    await agree(miner, node)
    expect(node.peers!.connected.length).toBe(2)
  })
})

describe('a node under attack', () => {
  it('disconnects a peer that sends random bytes, and records it', async () => {
    const node = await world.open()
    const connection = await callAsNewNode(enodeOf(node))
    const closed = new Promise<void>((resolve) => {
      connection.start({ frame: () => {}, closed: () => resolve() })
    })
    connection.send(frameCodes.message, randomBytes(2_000))
    await closed
    expect(offencesOf(node)).toEqual(['invalid-message'])
  })

  it('accepts a peer while other callers never finish their handshakes', async () => {
    const node = await world.open()
    const { port } = parseEnode(enodeOf(node))
    for (let i = 0; i < 40; i++) sockets.push(createConnection({ host: '127.0.0.1', port }))
    for (const socket of sockets) socket.on('error', () => {}).write(Uint8Array.of(1))
    const peer = await world.open([node])
    mine(node, 1)
    await agree(node, peer)
  })

  it('accepts only as many callers as it has places, but always a trusted one', async () => {
    const privateKey = randomBytes(32)
    const trustedPeers = [toHexDigits(identityOf(privateKey).id)]
    const node = await world.open([], { peering: { maximumPeers: 6, trustedPeers } })
    mine(node, 1)
    let closed = 0
    const listener = {
      frame: () => {},
      closed: () => {
        closed++
      },
    }
    for (let round = 0; round < 40; round++) {
      const calls = await Promise.allSettled([1, 2, 3, 4, 5].map(() => callAsNewNode(enodeOf(node))))
      for (const call of calls) {
        if (call.status === 'rejected') closed++
        else {
          call.value.start(listener)
          connections.push(call.value)
        }
      }
    }
    await eventually(() => closed).toBe(200 - 4)
    const trusted = await world.open([node], { peering: { privateKey, staticPeers: [enodeOf(node)] } })
    await agree(node, trusted)
  })
})
