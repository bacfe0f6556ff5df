import { randomBytes } from 'node:crypto'
import { createConnection, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Node } from '../../src/node/node.ts'
import { parseEnode } from '../../src/peers/identity/enode.ts'
import { identityOf } from '../../src/peers/identity/nodeIdentity.ts'
import { frameCodes } from '../../src/peers/messages/messageTypes.ts'
import type { Connection } from '../../src/peers/transport/connection.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import type { Block } from '../../src/protocol/block.ts'
import { BlockIndex } from '../../src/protocol/blockIndex.cases.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { localChain } from '../../src/protocol/localBlocks.cases.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { callAsStranger, connectLiar, ToldChain, withoutBody, withoutProof } from './liar.ts'
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

/** A miner with blocks, and a node that is told of another chain before it hears of the miner. */
async function deceived(lie: (honest: readonly Block[]) => ToldChain): Promise<{
  readonly miner: Node
  readonly node: Node
  readonly isGone: () => boolean
}> {
  const miner = await world.open()
  mine(miner, 50)
  const node = await world.open()
  const { isGone } = await connectLiar(enodeOf(node), lie(blocksOf(miner)))
  // It may have been found out and hung up on before anybody looks.
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

describe('a node that is lied to', () => {
  it('hangs up on headers without proof of work, and follows others', async () => {
    const { miner, node, isGone } = await deceived((honest) => new ToldChain(honest, withoutProof))
    await eventually(isGone).toBe(true)
    expect(offencesOf(node)).toEqual(['invalid-header'])
    expect(node.chain.head.number).toBe(0)
    await world.open([miner, node])
    await agree(miner, node)
  })

  it('hangs up on blocks that do not execute to what they say, and follows others', async () => {
    const { miner, node, isGone } = await deceived(() => new ToldChain(unexecuted))
    await eventually(isGone).toBe(true)
    expect(offencesOf(node)).toEqual(['invalid-block'])
    await world.open([miner, node])
    await agree(miner, node)
  })

  it('does not wait for bodies that are withheld', async () => {
    const { miner, node } = await deceived((honest) => new ToldChain(honest, withoutBody))
    await world.open([miner, node])
    await agree(miner, node)
    expect(node.peers!.connected.length).toBe(2)
  })
})

describe('a node that is attacked', () => {
  it('hangs up on garbage, and remembers who sent it', async () => {
    const node = await world.open()
    const identity = await callAsStranger(enodeOf(node))
    const closed = new Promise<void>((resolve) => {
      identity.start({ frame: () => {}, closed: () => resolve() })
    })
    identity.send(frameCodes.message, randomBytes(2_000))
    await closed
    expect(offencesOf(node)).toEqual(['invalid-message'])
  })

  it('lets peers in while others never finish their handshakes', async () => {
    const node = await world.open()
    const { port } = parseEnode(enodeOf(node))
    for (let i = 0; i < 40; i++) sockets.push(createConnection({ host: '127.0.0.1', port }))
    for (const socket of sockets) socket.on('error', () => {}).write(Uint8Array.of(1))
    const peer = await world.open([node])
    mine(node, 1)
    await agree(node, peer)
  })

  it('has no more callers than places, however many call, and always one for whom it trusts', async () => {
    const privateKey = randomBytes(32)
    const trustedPeers = [toHexDigits(identityOf(privateKey).id)]
    const node = await world.open([], { peering: { maximumPeers: 6, trustedPeers } })
    mine(node, 1)
    let closed = 0
    const end = { frame: () => {}, closed: () => void closed++ }
    for (let round = 0; round < 40; round++) {
      const calls = await Promise.allSettled([1, 2, 3, 4, 5].map(() => callAsStranger(enodeOf(node))))
      for (const call of calls) {
        if (call.status === 'rejected') closed++
        else {
          call.value.start(end)
          connections.push(call.value)
        }
      }
    }
    await eventually(() => closed).toBe(200 - 4)
    const friend = await world.open([node], { peering: { privateKey, staticPeers: [enodeOf(node)] } })
    await agree(node, friend)
  })
})
