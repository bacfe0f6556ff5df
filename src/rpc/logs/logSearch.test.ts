import { expect, it } from 'vitest'
import { type LogQuery, SearchStopped } from '../../chain/logs/logQuery.ts'
import { FoundLogs, type LogSink } from '../../chain/logs/logSink.ts'
import { TooManyLogs } from '../../chain/logs/tooManyLogs.ts'
import { FlatLog } from '../../chain/storage/flatLog.ts'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { WorkMeter } from '../budget/workMeter.ts'
import { defaultCallSettings } from '../method/context.ts'
import { type LogFilter, logFilter } from '../params/logFilter.ts'
import { type SearchBudget, searchLogs } from './logSearch.ts'

const hash = asHash(new Uint8Array(32))
const place = { blockHash: hash, blockTimestamp: 0, transactionHash: hash, transactionIndex: 0 }
const empty = new FlatLog()
empty.set({ address: asAddress(new Uint8Array(20)), topics: [], data: new Uint8Array(0) })

/** A node with a number of blocks and of logs in each; records its searches. */
function longNode(head: number, logsIn: (blockNumber: number) => number) {
  const asked: LogQuery[] = []
  const searchLogs = (query: LogQuery, sink: LogSink): void => {
    asked.push(query)
    for (let blockNumber = query.fromBlock; blockNumber <= query.toBlock; blockNumber++) {
      for (let count = logsIn(blockNumber); count > 0; count--) sink.add({ ...place, blockNumber }, 0, empty)
      if (sink.count > query.maximumCount!) throw new TooManyLogs(query.fromBlock, blockNumber)
    }
  }
  const chain = { head: { number: head }, searchLogs, block: () => undefined, searchBlock: () => {} }
  return { asked, node: { network: regtest, chain } }
}

const { callTimeoutMs } = defaultCallSettings
/** A clock that advances with the number of searches. */
const budgetAt = (now: () => number) => {
  const endMs = now() + callTimeoutMs
  return { isOver: () => now() >= endMs, now, work: new WorkMeter() }
}

function search(filter: LogFilter, { node }: ReturnType<typeof longNode>, budget: SearchBudget) {
  const found = new FoundLogs()
  searchLogs(filter, node, budget, found)
  return found.logs
}
const never = budgetAt(() => 0)
const everything = logFilter.decode({ fromBlock: 'earliest' })

it('a range of up to 2,000 blocks has no cap', () => {
  const node = longNode(1_999, () => 6)
  expect(search(everything, node, never)).toHaveLength(12_000)
})

it('a wider range with more than 10,000 logs is refused, with a range that succeeds', () => {
  const node = longNode(8_000, () => 3)
  expect(() => search(everything, node, never)).toThrow(
    expect.objectContaining({
      code: -32012,
      message: 'query returned more than 10000 results. Try with this block range [0x0, 0xd04].',
      data: { fromBlock: '0x0', toBlock: '0xd04' },
    }),
  )
  const narrower = logFilter.decode({ fromBlock: '0x0', toBlock: '0xd04' })
  expect(search(narrower, node, never)).toHaveLength(9_999)
})

it('the widest range without a cap is suggested when a few blocks hold too many logs', () => {
  const node = longNode(8_000, (number) => (number === 0x10 ? 10_001 : 0))
  const from16 = logFilter.decode({ fromBlock: '0x10', toBlock: '0xa00' })
  expect(() => search(from16, node, never)).toThrow(
    expect.objectContaining({ data: { fromBlock: '0x10', toBlock: '0x7df' } }),
  )
})

const lengths = (asked: readonly LogQuery[]): number[] =>
  asked.map(({ fromBlock, toBlock }) => toBlock - fromBlock + 1)

it('a search takes longer stretches without logs, and ends with the first log too many', () => {
  const empty = longNode(300_000, () => 0)
  expect(search(everything, empty, never)).toEqual([])
  expect(lengths(empty.asked)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 46_001])

  const dense = longNode(9_000, (number) => (number > 7_000 ? 6 : 0))
  expect(() => search(everything, dense, never)).toThrow(
    expect.objectContaining({ data: { fromBlock: '0x0', toBlock: '0x21da' } }),
  )
  expect(lengths(dense.asked)).toEqual([2_000, 4_000, 3_001])
})

it('a search ends when its time is over', () => {
  const node = longNode(1_000_000, () => 0)
  const budget = budgetAt(() => node.asked.length * 1_700)
  expect(() => search(everything, node, budget)).toThrow(
    expect.objectContaining({ code: -32011, message: 'Execution has got timeout out.' }),
  )
  expect(lengths(node.asked)).toEqual([2_000, 4_000, 8_000])
})

it('a search counts the logs that it finds', () => {
  const node = longNode(1_999, () => 6)
  const budget = budgetAt(() => 0)
  search(everything, node, budget)
  expect(budget.work.work(0)).toMatchObject({ logs: 12_000 })
})

/** A chain with this many logs in each of some blocks, which an index has found. */
function indexedNode(blocks: number, logsPerBlock: number) {
  const { node } = longNode(blocks, () => 0)
  const searchLogs = ({ shouldStop }: LogQuery, sink: LogSink): void => {
    for (let blockNumber = 1; blockNumber <= blocks; blockNumber++) {
      if (shouldStop!(blocks - blockNumber + 1)) throw new SearchStopped()
      for (let count = 0; count < logsPerBlock; count++) sink.add({ ...place, blockNumber }, 0, empty)
    }
  }
  return { asked: [], node: { ...node, chain: { ...node.chain, searchLogs } } }
}

it('the first try of a search ends after one block if all blocks are likely to be too much work', () => {
  const budget = budgetAt(() => 0)
  budget.work.beginTry(40)
  expect(() => search(everything, indexedNode(40, 250), budget)).toThrow()
  expect(budget.work.isTryOver).toBe(true)
  expect(budget.work.work(0).logs).toBe(250)
  expect(budget.work.tried).toBeLessThan(8)
  for (const [blocks, logs] of [
    [20, 1],
    [4, 400],
  ] as const) {
    budget.work.beginTry(40)
    expect(search(everything, indexedNode(blocks, logs), budget)).toHaveLength(blocks * logs)
  }
})
