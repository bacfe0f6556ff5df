import { expect, it } from 'vitest'
import { cow, openWorld } from '../../answering/rpcWorld.cases.ts'
import { FoundLogs, type LogSink } from '../../chain/logs/logSink.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { WorkMeter } from '../budget/workMeter.ts'
import { abandonedLogs, joinedLogs } from './branchSearch.ts'

/** Emits one log without topics, and creates an empty contract. */
const emitting = { data: '0x60006000a0', gas: '0x20000' }
const everyLog = { addresses: [], topics: [] }

/** A chain whose second branch has replaced the blocks 1 to 3 of the first. */
async function forkedChain() {
  const world = await openWorld()
  const { chain } = world.node
  const snapshot = await world.text('evm_snapshot')
  const emit = () => world.result('eth_sendTransaction', { from: cow, ...emitting })
  for (let block = 0; block < 3; block++) await emit()
  const newest = chain.head.hash
  const branch = [1, 2, 3].map((number) => toHex(chain.select(number)!.hash))
  await world.result('evm_revert', snapshot)
  await world.result('evm_increaseTime', 100)
  await emit()
  return { chain, newest, branch }
}

/** The hashes of the blocks of the logs that a search finds. */
function blocksOf(search: (sink: LogSink) => void): string[] {
  const found = new FoundLogs()
  search(found)
  return found.logs.map(({ blockHash }) => toHex(blockHash))
}

const budgetOf = (isOver = () => false) => ({ isOver, work: new WorkMeter() })

it('finds the logs of abandoned blocks, newest block first, down to a height', async () => {
  const { chain, newest, branch } = await forkedChain()
  expect(blocksOf((sink) => abandonedLogs({ newest, oldest: 2 }, everyLog, chain, budgetOf(), sink))).toEqual(
    [branch[2], branch[1]],
  )
})

it('finds the logs of the named blocks also when they have left the best chain meanwhile', async () => {
  const { chain, newest, branch } = await forkedChain()
  const joined = (newestJoined: Hash) =>
    blocksOf((sink) => joinedLogs({ newest: newestJoined, oldest: 1 }, everyLog, chain, budgetOf(), sink))
  expect(joined(newest)).toEqual(branch)
  expect(joined(chain.head.hash)).toEqual([toHex(chain.head.hash)])
})

it('counts the logs, and ends when its time is over', async () => {
  const { chain, newest } = await forkedChain()
  const budget = budgetOf()
  abandonedLogs({ newest, oldest: 1 }, everyLog, chain, budget, new FoundLogs())
  expect(budget.work.work(0).logs).toBe(3)
  let blocks = 0
  const late = budgetOf(() => ++blocks > 1)
  expect(() => abandonedLogs({ newest, oldest: 1 }, everyLog, chain, late, new FoundLogs())).toThrow(/time/)
})
