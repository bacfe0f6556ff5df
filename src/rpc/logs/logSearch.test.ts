import { expect, it } from 'vitest'
import type { LogQuery } from '../../chain/logs/logQuery.ts'
import { FoundLogs, type LogSink } from '../../chain/logs/logSink.ts'
import { TooManyLogs } from '../../chain/logs/tooManyLogs.ts'
import { FlatLog } from '../../chain/storage/flatLog.ts'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { WorkMeter } from '../budget/workMeter.ts'
import { defaultCallSettings } from '../method/context.ts'
import { type LogFilter, logFilter } from '../params/logFilter.ts'
import { type SearchBudget, searchLogs } from './logSearch.ts'

const hash = asHash(new Uint8Array(32))
const place = { blockHash: hash, blockTimestamp: 0, transactionHash: hash, transactionIndex: 0 }
const empty = new FlatLog()
empty.set({ address: asAddress(new Uint8Array(20)), topics: [], data: new Uint8Array(0) })

/** A node whose index names some blocks, each with a number of logs; counts the visits of its searches. */
function longNode(
  head: number,
  logsIn: (blockNumber: number) => number,
  isCandidate = (blockNumber: number) => logsIn(blockNumber) > 0,
) {
  const seen = { searches: 0, visits: 0 }
  const searchLogs = ({ fromBlock, toBlock, maximumCount, onStep }: LogQuery, sink: LogSink): void => {
    seen.searches++
    onStep?.({ next: fromBlock, postings: 1 })
    for (let blockNumber = fromBlock; blockNumber <= toBlock; blockNumber++) {
      if (!isCandidate(blockNumber)) continue
      onStep?.({ next: blockNumber, blocks: toBlock - blockNumber + 1 })
      seen.visits++
      for (let count = logsIn(blockNumber); count > 0; count--) sink.add({ ...place, blockNumber }, 0, empty)
      if (sink.count > maximumCount!) throw new TooManyLogs(fromBlock, blockNumber)
    }
  }
  const chain = { head: { number: head }, searchLogs, block: () => undefined, searchBlock: () => {} }
  return { seen, node: { network: regtest, chain } }
}

const { callTimeoutMs } = defaultCallSettings
const budgetAt = (now: () => number) => {
  const endMs = now() + callTimeoutMs
  return { isOver: () => now() >= endMs, work: new WorkMeter() }
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

const hasAll = () => true

it('terms that never meet in a log are searched in parts of 200,000 blocks', () => {
  const node = longNode(500_000, () => 0, hasAll)
  const parts: object[] = []
  for (let fromBlock = 0; fromBlock <= 500_000; ) {
    const range = { fromBlock: toQuantity(fromBlock), toBlock: 'latest' }
    try {
      search(logFilter.decode(range), node, never)
      parts.push(range)
      break
    } catch (error) {
      expect(error).toMatchObject({
        code: -32012,
        message: expect.stringMatching(/Try with this block range \[0x[0-9a-f]+, 0x[0-9a-f]+\]\.$/),
      })
      const { data } = Object(error)
      expect(search(logFilter.decode(data), node, never)).toEqual([])
      parts.push(data)
      fromBlock = Number(data.toBlock) + 1
    }
  }
  expect(parts).toEqual([
    { fromBlock: '0x0', toBlock: '0x30d3e' },
    { fromBlock: '0x30d3f', toBlock: '0x61a7d' },
    { fromBlock: '0x61a7e', toBlock: 'latest' },
  ])
  expect(node.seen.visits).toBeLessThan(1_000_000)
})

it('a search takes its range at once, and ends with the first log too many', () => {
  const empty = longNode(300_000, () => 0)
  expect(search(everything, empty, never)).toEqual([])
  expect(empty.seen).toEqual({ searches: 1, visits: 0 })

  const dense = longNode(9_000, (number) => (number > 7_000 ? 6 : 0))
  expect(() => search(everything, dense, never)).toThrow(
    expect.objectContaining({ data: { fromBlock: '0x0', toBlock: '0x21da' } }),
  )
  expect(dense.seen).toEqual({ searches: 1, visits: 1_667 })
})

it('a search ends when its time is over, and names half of what it has searched', () => {
  const node = longNode(1_000_000, () => 0, hasAll)
  const budget = budgetAt(() => node.seen.visits)
  expect(() => search(everything, node, budget)).toThrow(
    expect.objectContaining({ code: -32012, data: { fromBlock: '0x0', toBlock: '0x9c3' } }),
  )
  expect(node.seen.visits).toBe(5_000)
  const none = budgetAt(() => 0)
  expect(() => search(everything, node, { ...none, isOver: () => true })).toThrow(
    expect.objectContaining({ code: -32011, message: 'Execution has got timeout out.' }),
  )
})

it('a search counts the logs that it finds', () => {
  const node = longNode(1_999, () => 6)
  const budget = budgetAt(() => 0)
  search(everything, node, budget)
  expect(budget.work.work(0)).toMatchObject({ logs: 12_000 })
})

it('the first try of a search ends after one block if all blocks are likely to be too much work', () => {
  const budget = budgetAt(() => 0)
  const node = (blocks: number, logs: number) => longNode(blocks - 1, () => logs)
  budget.work.beginTry(40)
  expect(() => search(everything, node(40, 250), budget)).toThrow()
  expect(budget.work.isTryOver).toBe(true)
  expect(budget.work.work(0).logs).toBe(250)
  expect(budget.work.tried).toBeLessThan(8)
  for (const [blocks, logs] of [
    [20, 1],
    [4, 400],
  ] as const) {
    budget.work.beginTry(40)
    expect(search(everything, node(blocks, logs), budget)).toHaveLength(blocks * logs)
  }
})
