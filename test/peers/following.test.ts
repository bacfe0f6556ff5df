import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { alice, transactionOf } from '../../src/mining/miningWorld.cases.ts'
import type { Node } from '../../src/node/node.ts'
import { parseEnode } from '../../src/peers/identity/enode.ts'
import { asAddress } from '../../src/primitives/bytes.ts'
import { CuttableLine } from './cuttableLine.ts'
import { agree, enodeOf, eventually, headOf, mine, PeerNodes } from './peerNodes.ts'

const world = new PeerNodes()
const lines: CuttableLine[] = []

afterEach(() => {
  world.closeAll()
  for (const line of lines.splice(0)) line.close()
  expect(world.errors.splice(0)).toEqual([])
})

/** The way to a node over a line that can be cut. */
async function lineTo(node: Node): Promise<{ line: CuttableLine; enode: string }> {
  const { port } = parseEnode(enodeOf(node))
  const line = await CuttableLine.to(port)
  lines.push(line)
  return { line, enode: enodeOf(node).replace(/:\d+$/, `:${line.port}`) }
}

describe('nodes of one network', () => {
  it('take over the chain of a miner, and its new blocks as they come', async () => {
    const miner = await world.open()
    mine(miner, 120)
    const followers = await Promise.all([1, 2, 3, 4].map(() => world.open([miner])))
    await agree(miner, ...followers)
    mine(miner, 3)
    await agree(miner, ...followers)
    expect(miner.chain.head.number).toBe(123)
    expect(followers.map((node) => node.peers!.syncStatus)).toEqual(followers.map(() => undefined))
  })

  it('pass blocks and transactions on to those who do not know the miner', async () => {
    const miner = await world.open()
    const middle = await world.open([miner])
    const end = await world.open([middle])
    await eventually(() => middle.peers!.connected.length).toBe(2)
    const transaction = transactionOf({ from: alice })
    end.submit(transaction)
    await eventually(() => miner.pool.pendingCount).toBe(1)
    mine(miner, 1)
    await agree(miner, middle, end)
    expect(end.chain.transaction(transaction.hash)?.block.number).toBe(1)
    expect(end.pool.pendingCount).toBe(0)
  })

  it('hear of a transaction that was submitted before they were connected', async () => {
    const lonely = await world.open()
    lonely.submit(transactionOf({ from: alice }))
    const miner = await world.open([lonely])
    await eventually(() => miner.pool.pendingCount).toBe(1)
  })

  it('agree on the branch with most work after they were separated', async () => {
    const a = await world.open()
    const { line, enode } = await lineTo(a)
    const b = await world.open([], {
      coinbase: asAddress(new Uint8Array(20).fill(7)),
      peering: { staticPeers: [enode] },
    })
    mine(a, 3)
    await agree(a, b)
    line.cut()
    await eventually(() => a.peers!.connected.length).toBe(0)
    mine(a, 4)
    mine(b, 30)
    expect(headOf(a)).not.toBe(headOf(b))
    const abandoned: number[] = []
    a.chain.on('reorg', (reorganisation) => abandoned.push(reorganisation.abandoned.length))
    line.mend()
    await agree(b, a)
    expect(abandoned).toEqual([4])
    expect(a.chain.head.number).toBe(33)
  })

  it('give blocks that lost the race a place as uncles', async () => {
    const a = await world.open()
    const { line, enode } = await lineTo(a)
    const b = await world.open([], {
      coinbase: asAddress(new Uint8Array(20).fill(7)),
      peering: { staticPeers: [enode] },
    })
    mine(a, 1)
    await agree(a, b)
    line.cut()
    await eventually(() => a.peers!.connected.length).toBe(0)
    mine(a, 1)
    mine(b, 2)
    line.mend()
    await agree(b, a)
    expect(a.local!.mine().uncles).toHaveLength(1)
  })

  it('find each other through a node that both were told of', async () => {
    const boot = await world.open([], { peering: { discovery: true } })
    const { port } = parseEnode(enodeOf(boot))
    const peering = { discovery: true, bootNodes: [`127.0.0.1:${port}`] }
    const [a, b] = [await world.open([], { peering }), await world.open([], { peering })]
    await eventually(() => [boot, a, b].map(({ peers }) => peers!.connected.length)).toEqual([2, 2, 2])
  })

  it('find the peers of their last run again', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-peers-'))
    const a = await world.open()
    const b = await world.open([], { dataFolder, peering: { staticPeers: [enodeOf(a)] } })
    await eventually(() => b.peers!.connected.length).toBe(1)
    const { id } = parseEnode(enodeOf(b))
    b.close()
    const again = await world.open([], { dataFolder })
    expect(parseEnode(enodeOf(again)).id).toEqual(id)
    await eventually(() => again.peers!.connected.map(({ host }) => host)).toEqual(['127.0.0.1'])
    again.close()
    rmSync(dataFolder, { recursive: true })
  })
})
