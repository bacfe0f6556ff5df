import { expect, it } from 'vitest'
import type { FoundLog, LogQuery } from '../../chain/logs/logQuery.ts'
import { TooManyLogs } from '../../chain/logs/tooManyLogs.ts'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { Deadline } from '../budget/deadline.ts'
import { WorkMeter } from '../budget/workMeter.ts'
import { defaultCallSettings } from '../method/context.ts'
import { logFilter } from '../params/logFilter.ts'
import { searchLogs } from './logSearch.ts'

const hash = asHash(new Uint8Array(32))
const place = { blockHash: hash, transactionHash: hash, transactionIndex: 0, logIndex: 0 }
const log = { address: asAddress(new Uint8Array(20)), topics: [], data: new Uint8Array(0) }

/** A node with a number of blocks and of logs in each; records its searches. */
function longNode(head: number, logsIn: (blockNumber: number) => number) {
  const asked: LogQuery[] = []
  const logs = (query: LogQuery): FoundLog[] => {
    asked.push(query)
    const found: FoundLog[] = []
    for (let blockNumber = query.fromBlock; blockNumber <= query.toBlock; blockNumber++) {
      for (let count = logsIn(blockNumber); count > 0; count--) found.push({ ...place, log, blockNumber })
    }
    // Like the index of a chain, which caps ranges of more than 2,000 blocks.
    const isCapped = query.toBlock - query.fromBlock >= 2_000
    if (isCapped && found.length > 10_000) throw new TooManyLogs(query.fromBlock, query.fromBlock)
    return found
  }
  const chain = { head: { number: head }, logs, block: () => undefined, logsOf: () => [] }
  return { asked, node: { network: regtest, chain } }
}

const { callTimeoutMs } = defaultCallSettings
/** A clock that advances with the number of searches. */
const budgetAt = (now: () => number) => ({
  deadline: new Deadline(callTimeoutMs, now),
  work: new WorkMeter(),
})
const never = budgetAt(() => 0)
const everything = logFilter.decode({ fromBlock: 'earliest' })

it('a range of up to 2,000 blocks has no cap', () => {
  const { node } = longNode(1_999, () => 6)
  expect(searchLogs(everything, node, never)).toHaveLength(12_000)
})

it('a wider range with more than 10,000 logs is refused, with a range that succeeds', () => {
  const { node } = longNode(8_000, () => 3)
  expect(() => searchLogs(everything, node, never)).toThrow(
    expect.objectContaining({ code: -32012, data: { fromBlock: '0x0', toBlock: '0xd04' } }),
  )
  const narrower = logFilter.decode({ fromBlock: '0x0', toBlock: '0xd04' })
  expect(searchLogs(narrower, node, never)).toHaveLength(9_999)
})

it('the widest range without a cap is suggested when a few blocks hold too many logs', () => {
  const { node } = longNode(8_000, (number) => (number === 0x10 ? 10_001 : 0))
  const from16 = logFilter.decode({ fromBlock: '0x10', toBlock: '0xa00' })
  expect(() => searchLogs(from16, node, never)).toThrow(
    expect.objectContaining({ data: { fromBlock: '0x10', toBlock: '0x7df' } }),
  )
})

const lengths = (asked: readonly LogQuery[]): number[] =>
  asked.map(({ fromBlock, toBlock }) => toBlock - fromBlock + 1)

it('a search takes longer stretches without logs, and shorter ones with too many', () => {
  const { node, asked } = longNode(300_000, () => 0)
  expect(searchLogs(everything, node, never)).toEqual([])
  expect(lengths(asked)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 46_001])

  const dense = longNode(9_000, (number) => (number > 7_000 ? 6 : 0))
  expect(() => searchLogs(everything, dense.node, never)).toThrow(
    expect.objectContaining({ data: { fromBlock: '0x0', toBlock: '0x21da' } }),
  )
  expect(lengths(dense.asked)).toEqual([2_000, 4_000, 3_001, 2_000, 1_001])
})

it('a search ends when its time is over', () => {
  const { node, asked } = longNode(1_000_000, () => 0)
  const budget = budgetAt(() => asked.length * 1_700)
  expect(() => searchLogs(everything, node, budget)).toThrow(
    expect.objectContaining({ code: -32011, message: 'Execution has got timeout out.' }),
  )
  expect(lengths(asked)).toEqual([2_000, 2_000, 2_000])
})

it('a search counts the logs that it finds', () => {
  const { node } = longNode(1_999, () => 6)
  const budget = budgetAt(() => 0)
  searchLogs(everything, node, budget)
  expect(budget.work.work(0)).toMatchObject({ logs: 12_000 })
})
