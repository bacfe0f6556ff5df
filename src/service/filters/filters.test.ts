import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cow, cow1, openWorld, type RpcWorld, type RpcWorldOptions } from '../../answering/rpcWorld.cases.ts'
import { assemble, deployer } from '../../evm/assembler.cases.ts'
import { asAddress } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { latestBlock } from '../../rpc/params/blockReference.ts'
import type { RangeLogFilter } from '../../rpc/params/logFilter.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { WeightBounds } from './filterStore.ts'
import { Filters } from './filters.ts'
import { StoredFilters } from './storedFilters.ts'

/** A contract that logs its first word of input as a topic. */
async function loggingWorld(options: RpcWorldOptions = {}) {
  const world = await openWorld(options)
  const data = toHex(deployer(assemble('0 CALLDATALOAD 0 0 LOG1')))
  const hash = await world.text('eth_sendTransaction', { from: cow, data, gas: '0x100000' })
  const receipt = await world.result('eth_getTransactionReceipt', hash)
  return { world, contract: String(Object(receipt).contractAddress) }
}

const topic = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

const log = (world: RpcWorld, contract: string, number: number): Promise<string> =>
  world.text('eth_sendTransaction', { from: cow, to: contract, data: topic(number) })

describe('a log filter', () => {
  it('delivers every log since its creation once', async () => {
    const { world, contract } = await loggingWorld()
    await log(world, contract, 1)
    const id = await world.text('eth_newFilter', { address: contract })
    expect(await world.result('eth_getFilterChanges', id)).toEqual([])
    const hashes = [await log(world, contract, 2), await log(world, contract, 3)]
    expect(await world.result('eth_getFilterChanges', id)).toMatchObject(
      hashes.map((transactionHash, index) => ({
        transactionHash,
        topics: [topic(index + 2)],
        removed: false,
      })),
    )
    expect(await world.result('eth_getFilterChanges', id)).toEqual([])
  })

  it('delivers the logs that a reorganisation removed, then those that replaced them', async () => {
    const { world, contract } = await loggingWorld()
    const snapshot = await world.text('evm_snapshot')
    const id = await world.text('eth_newFilter', { address: contract })
    await log(world, contract, 1)
    await log(world, contract, 2)
    expect(await world.result('eth_getFilterChanges', id)).toHaveLength(2)
    expect(await world.result('evm_revert', snapshot)).toBe(true)
    await log(world, contract, 3)
    expect(await world.result('eth_getFilterChanges', id)).toMatchObject([
      { topics: [topic(2)], removed: true },
      { topics: [topic(1)], removed: true },
      { topics: [topic(3)], removed: false },
    ])
    expect(await world.result('eth_getFilterChanges', id)).toEqual([])
  })

  it('delivers only logs with its topics in its blocks', async () => {
    const { world, contract } = await loggingWorld()
    const byTopic = await world.text('eth_newFilter', { topics: [[topic(2), topic(3)]] })
    const past = await world.text('eth_newFilter', { fromBlock: '0x0', toBlock: '0x2' })
    const future = await world.text('eth_newFilter', { fromBlock: '0x4' })
    for (const number of [1, 2, 3]) await log(world, contract, number)
    expect(await world.result('eth_getFilterChanges', byTopic)).toHaveLength(2)
    expect(await world.result('eth_getFilterChanges', past)).toMatchObject([{ blockNumber: '0x2' }])
    expect(await world.result('eth_getFilterChanges', future)).toMatchObject([{ blockNumber: '0x4' }])
  })

  it('answers all its matches at every request', async () => {
    const { world, contract } = await loggingWorld()
    await log(world, contract, 1)
    const id = await world.text('eth_newFilter', { address: contract, fromBlock: 'earliest' })
    await log(world, contract, 2)
    for (let round = 0; round < 2; round++) {
      expect(await world.result('eth_getFilterLogs', id)).toMatchObject([
        { topics: [topic(1)] },
        { topics: [topic(2)] },
      ])
    }
    expect(await world.result('eth_getFilterChanges', id)).toHaveLength(1)
  })

  it('is refused with a block hash', async () => {
    const world = await openWorld()
    expect(await world.error('eth_newFilter', { blockHash: topic(1) })).toMatchObject({ code: -32602 })
  })
})

it('a block filter delivers the blocks of the best chain', async () => {
  const world = await openWorld()
  const snapshot = await world.text('evm_snapshot')
  const id = await world.text('eth_newBlockFilter')
  expect(await world.result('eth_getFilterChanges', id)).toEqual([])
  await world.result('evm_mine')
  await world.result('evm_mine')
  expect(await world.result('eth_getFilterChanges', id)).toEqual(
    [1, 2].map((number) => toHex(world.node.chain.select(number)!.hash)),
  )
  await world.result('evm_revert', snapshot)
  await world.result('evm_increaseTime', 100)
  await world.result('evm_mine')
  expect(await world.result('eth_getFilterChanges', id)).toEqual([toHex(world.node.chain.head.hash)])
  expect(await world.error('eth_getFilterLogs', id)).toEqual({ code: -32000, message: 'filter not found' })
})

it('a filter for pending transactions delivers those that become pending', async () => {
  const world = await openWorld()
  await world.result('evm_stopMining')
  const id = await world.text('eth_newPendingTransactionFilter')
  const hash = await world.text('eth_sendTransaction', { from: cow, to: cow1, value: '0x1' })
  await world.text('eth_sendTransaction', { from: cow, to: cow1, nonce: '0x5' })
  expect(await world.result('eth_getFilterChanges', id)).toEqual([hash])
  expect(await world.result('eth_getFilterChanges', id)).toEqual([])
})

describe('filters', () => {
  it('are removed once, and never visible to other clients', async () => {
    const world = await openWorld()
    const id = await world.text('eth_newBlockFilter')
    const uninstall = { jsonrpc: '2.0', id: 1, method: 'eth_uninstallFilter', params: [id] }
    expect(await world.service.envelope.handle(uninstall, { name: 'bob' })).toMatchObject({ result: false })
    expect(await world.result('eth_uninstallFilter', id)).toBe(true)
    expect(await world.result('eth_uninstallFilter', id)).toBe(false)
    expect(await world.error('eth_getFilterChanges', id)).toEqual({
      code: -32000,
      message: 'filter not found',
    })
  })

  it('expire after five minutes without a poll', async () => {
    const clock = { ms: 0 }
    const world = await openWorld({ now: () => clock.ms })
    const id = await world.text('eth_newBlockFilter')
    for (let poll = 0; poll < 3; poll++) {
      clock.ms += 299_999
      expect(await world.result('eth_getFilterChanges', id)).toEqual([])
    }
    clock.ms += 300_000
    expect(await world.error('eth_getFilterChanges', id)).toMatchObject({ message: 'filter not found' })
  })
})

describe('eth_getLogs', () => {
  it('searches the latest block by default', async () => {
    const { world, contract } = await loggingWorld()
    await log(world, contract, 1)
    await log(world, contract, 2)
    expect(await world.result('eth_getLogs', {})).toMatchObject([{ topics: [topic(2)], removed: false }])
    expect(await world.result('eth_getLogs', { fromBlock: 'earliest' })).toHaveLength(2)
    expect(await world.result('eth_getLogs', { fromBlock: '0x100' })).toEqual([])
    expect(await world.result('eth_getLogs', { fromBlock: 'pending' })).toEqual([])
  })

  it('accepts the hash of a known block', async () => {
    const { world, contract } = await loggingWorld()
    await log(world, contract, 1)
    const blockHash = toHex(world.node.chain.head.hash)
    expect(await world.result('eth_getLogs', { blockHash })).toHaveLength(1)
    expect(await world.error('eth_getLogs', { blockHash: topic(7) })).toEqual({
      code: -32600,
      message: `Block with hash ${topic(7)} not found`,
    })
  })

  it('refuses a range that ends before it begins', async () => {
    const world = await openWorld()
    expect(await world.error('eth_getLogs', { fromBlock: '0x2', toBlock: '0x1' })).toEqual({
      code: -32602,
      message: 'fromBlock cannot be greater than toBlock',
    })
  })
})

describe('the filters of several clients', () => {
  const openFilters = async (bounds: WeightBounds): Promise<Filters> => {
    const { node } = await openWorld()
    const store = new StoredFilters({ store: memoryStore(), now: () => 0, report: console.error })
    const filters = new Filters(node, { store, random: randomBytes, ...bounds })
    onTestFinished(() => filters.close())
    return filters
  }

  /** The logs of a number of contracts. */
  const contracts = (count: number): RangeLogFilter => ({
    blockHash: undefined,
    fromBlock: latestBlock,
    toBlock: latestBlock,
    addresses: Array.from({ length: count }, () => asAddress(new Uint8Array(20))),
    topics: [],
  })

  const noReads = {
    ask: (): never => {
      throw new Error('no logs are searched')
    },
  }

  it('have random ids, and each is visible only to its own client', async () => {
    const filters = await openFilters({ weightPerClient: 2, weight: 3 })
    const id = await filters.addBlocks('alice')
    expect(id).toMatch(/^0x[1-9a-f][0-9a-f]{24,31}$/)
    expect(filters.poll('alice', id, noReads)).toEqual([])
    expect(() => filters.poll('bob', id, noReads)).toThrow('filter not found')
    expect(filters.remove('bob', id)).toBe(false)
    expect(filters.remove('alice', id)).toBe(true)
    expect(filters.remove('alice', id)).toBe(false)
  })

  it('are bounded per client and in total, and large ones count like several small ones', async () => {
    const filters = await openFilters({ weightPerClient: 3, weight: 4 })
    const first = await filters.addLogs('alice', contracts(127))
    expect(() => filters.addLogs('alice', contracts(64))).toThrow('limit exceeded')
    await filters.addLogs('alice', contracts(63))
    await filters.addBlocks('bob')
    await filters.addBlocks('carol')
    expect(filters.remove('alice', first)).toBe(false)
    await filters.addBlocks('dave')
    expect(() => filters.addBlocks('erin')).toThrow('limit exceeded')
  })
})
