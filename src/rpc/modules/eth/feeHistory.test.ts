import { describe, expect, it } from 'vitest'
import { openWorld, type RpcWorld } from '../../../answering/rpcWorld.cases.ts'
import { putUnexecuted, startAt } from '../../../chain/snapshot.ts'
import { nodesInto } from '../../../chain/storage/trieNodes.ts'
import { Trie } from '../../../trie/trie.ts'
import { rewards } from './feeHistory.ts'

/** A chain that started at the state of block 15 and has the blocks from 6 on. */
async function startedAtSnapshot(): Promise<RpcWorld> {
  const [{ node: full }, world] = [await openWorld(), await openWorld()]
  for (let count = 0; count < 15; count++) full.local?.mine()
  const { chain } = full
  world.node.data.store.write((batch) => {
    for (let number = 6; number <= 15; number++) {
      const block = chain.select(number)!
      putUnexecuted(batch, block, block.totalDifficulty)
    }
    const entries = [...chain.wholeState(15)!.entries()]
    entries.reduce((trie, [key, value]) => trie.put(key, value), Trie.empty()).save(nodesInto(batch))
    startAt(batch, chain.head.hash, chain.network)
  })
  return world
}

describe('a fee history', () => {
  it('has the minimum gas price of each block, and the last one again for the next block', async () => {
    const world = await openWorld({ node: { minimumGasPriceTarget: 100n } })
    const { node } = world
    for (let count = 0; count < 3; count++) node.local?.mine()
    const prices = [2, 3, 3].map((number) => node.chain.select(number)!.header.minimumGasPrice!)
    expect(prices[1]).toBeGreaterThan(prices[0]!)
    expect(await world.result('eth_feeHistory', '0x2', 'latest', [])).toEqual({
      oldestBlock: '0x2',
      baseFeePerGas: prices.map((price) => `0x${price.toString(16)}`),
      gasUsedRatio: [0, 0],
      reward: [[], []],
    })
  })

  it('has the prices above the minimum, weighted by gas', () => {
    const transactions = [
      { gasPrice: 40n, gasUsed: 50 },
      { gasPrice: 10n, gasUsed: 100 },
      { gasPrice: 20n, gasUsed: 100 },
    ]
    expect(rewards(transactions, 10n, [0, 40, 41, 80, 81, 100])).toEqual([0n, 0n, 10n, 10n, 30n, 30n])
  })

  it('has no negative fee', () => {
    expect(rewards([{ gasPrice: 3n, gasUsed: 100 }], 10n, [50])).toEqual([0n])
  })

  it('has zero fees for blocks without transactions', () => {
    expect(rewards([], 10n, [10, 90])).toEqual([0n, 0n])
  })
})

describe('the fee history of a chain that started at a snapshot', () => {
  it('has the stored blocks', async () => {
    const world = await startedAtSnapshot()
    const { oldestBlock, gasUsedRatio } = Object(await world.result('eth_feeHistory', '0xa', 'latest'))
    expect(oldestBlock).toBe('0x6')
    expect(gasUsedRatio).toHaveLength(10)
  })

  it.each(['0xb', '0xf', '0x10', '0x400'])(
    'with %s blocks, which reach below them, is reported as not stored',
    async (count) => {
      const world = await startedAtSnapshot()
      const { code, message } = await world.error('eth_feeHistory', count, 'latest')
      expect(message).toMatch(/^block \d+ is not stored: this node started at the state of block 15/)
      expect(code).toBe((await world.error('eth_getBlockByNumber', '0x5', false)).code)
      expect(world.reported).toEqual([])
    },
  )
})
