import { afterEach, describe, expect, it } from 'vitest'
import type { Node } from '../../src/node/node.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { chunkBytes, layoutSize } from '../../src/trie/chunk.ts'
import { deployLargeContracts } from './largeState.ts'
import { agree, eventually, mine, PeerNodes } from './peerNodes.ts'

const world = new PeerNodes()
const snapshotSpacing = { interval: 10, depth: 10 }

afterEach(() => {
  world.closeAll()
  expect(world.errors.splice(0)).toEqual([])
})

/** Every key and value of the state after a block, by a walk through the whole trie. */
const contentOf = ({ chain }: Node, number: number): string[] =>
  [...chain.wholeState(number)!.entries()].map(([key, value]) => `${toHex(key)} ${toHex(value)}`)

async function openMiner(): Promise<Node> {
  const miner = await world.open([], { peering: { snapshotSpacing } })
  deployLargeContracts(miner, 8)
  mine(miner, 45 - miner.chain.head.number)
  return miner
}

describe('a node that starts with a snapshot', () => {
  it('fetches the state from several nodes, and then follows the chain', async () => {
    const miner = await openMiner()
    const others = [
      await world.open([miner], { peering: { snapshotSpacing } }),
      await world.open([miner], { peering: { snapshotSpacing } }),
    ]
    await agree(miner, ...others)
    expect(layoutSize(miner.chain.wholeState(30)!)).toBeGreaterThan(3 * chunkBytes)
    const node = await world.open([miner, ...others], { peering: { sync: 'snap' } })
    await agree(miner, node)
    expect(node.chain.start).toEqual({ number: 30, lowest: 1 })
    for (const number of [30, 45]) expect(contentOf(node, number)).toEqual(contentOf(miner, number))
    mine(miner, 3)
    await agree(miner, node)
    expect(node.peers!.progress.snapshot).toBeUndefined()
  })

  it('fetches the blocks below in the background, from peers that have them', async () => {
    const miner = await openMiner()
    const peering = { sync: 'snap', snapshotSpacing, snapshotBlocks: 20 } as const
    const short = await world.open([miner], { peering: { ...peering, backfill: false } })
    await agree(miner, short)
    expect(short.chain.start).toEqual({ number: 30, lowest: 10 })
    expect(() => short.chain.requireBlock(9)).toThrow('not stored')
    const node = await world.open([miner, short], { peering })
    await eventually(() => node.chain.start).toEqual({ number: 30, lowest: 1 })
    for (const number of [1, 9, 10]) {
      const { hash, totalDifficulty, transactions } = node.chain.select(number)!
      expect({ hash, totalDifficulty }).toEqual({
        hash: miner.chain.select(number)!.hash,
        totalDifficulty: miner.chain.select(number)!.totalDifficulty,
      })
      expect(transactions).toHaveLength(miner.chain.select(number)!.transactions.length)
    }
    mine(miner, 2)
    await agree(miner, node)
  })

  it('serves snapshots itself', async () => {
    const miner = await openMiner()
    const first = await world.open([miner], { peering: { sync: 'snap', snapshotSpacing } })
    await agree(miner, first)
    miner.close()
    const second = await world.open([first], { peering: { sync: 'snap' } })
    await agree(first, second)
    expect(second.chain.start).toEqual({ number: 30, lowest: 1 })
  })

  it('waits for a node that serves snapshots', async () => {
    const miner = await world.open([], { peering: { snapshotSpacing, serveSnapshots: false } })
    mine(miner, 45)
    const node = await world.open([miner], { peering: { sync: 'snap' } })
    await eventually(() => node.peers!.progress.snapshot?.halted).toBe('no connected peer offers a snapshot')
    expect(node.chain.head.number).toBe(0)
  })
})
