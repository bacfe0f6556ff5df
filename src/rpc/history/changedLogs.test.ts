import { expect, it } from 'vitest'
import { cow, openWorld } from '../../answering/rpcWorld.cases.ts'
import { FoundLogs } from '../../chain/logs/logSink.ts'
import { asHash, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { WorkMeter } from '../budget/workMeter.ts'
import { latestBlock } from '../params/blockReference.ts'
import type { RangeLogFilter } from '../params/logFilter.ts'
import { changedLogs } from './changedLogs.ts'

/** Emits one log without topics, and creates an empty contract. */
const emitting = { data: '0x60006000a0', gas: '0x20000' }
const criterion = (members: Partial<RangeLogFilter> = {}): RangeLogFilter => ({
  addresses: [],
  topics: [],
  blockHash: undefined,
  fromBlock: latestBlock,
  toBlock: latestBlock,
  ...members,
})

/** A chain whose second branch has replaced the blocks 1 to 3 of the first. */
async function forkedChain() {
  const world = await openWorld()
  const { chain } = world.node
  const snapshot = await world.text('evm_snapshot')
  const emit = () => world.result('eth_sendTransaction', { from: cow, ...emitting })
  for (let block = 0; block < 3; block++) await emit()
  const left = chain.head.hash
  const branch = [1, 2, 3].map((number) => toHex(chain.select(number)!.hash))
  await world.result('evm_revert', snapshot)
  await world.result('evm_increaseTime', 100)
  await emit()
  return { node: world.node, left, branch, joined: chain.head.hash }
}

/** Keeps the blocks of the logs. */
class Sink extends FoundLogs {
  isRemoved = false
  readonly told: string[] = []

  override add(...[place, ...log]: Parameters<FoundLogs['add']>): void {
    super.add(place, ...log)
    this.told.push(`${this.isRemoved ? '-' : '+'}${toHex(place.blockHash)}`)
  }
}

const budgetOf = (isOver = () => false) => ({ isOver, work: new WorkMeter() })
const fixed = (number: number) => ({ ...latestBlock, selector: number, text: toQuantity(number) })

it('are those of the blocks that have left, newest first, and of those that have joined', async () => {
  const { node, left, branch, joined } = await forkedChain()
  const changes = (from: Hash, tip: Hash, members?: Partial<RangeLogFilter>): string[] => {
    const sink = new Sink()
    changedLogs(from, tip, criterion(members), node, budgetOf(), sink)
    return sink.told
  }
  const [first, second, third] = branch
  const other = `+${toHex(joined)}`
  expect(changes(left, joined)).toEqual([`-${third}`, `-${second}`, `-${first}`, other])
  expect(changes(left, joined, { fromBlock: fixed(2) })).toEqual([`-${third}`, `-${second}`])
  expect(changes(left, joined, { fromBlock: fixed(0), toBlock: fixed(1) })).toEqual([`-${first}`, other])
  expect(changes(joined, joined)).toEqual([])
  // The tip has left the chain before its logs are read.
  expect(changes(joined, left)).toEqual([`-${toHex(joined)}`, `+${first}`, `+${second}`, `+${third}`])
})

it('are not found without the block from which they are wanted', async () => {
  const { node, joined } = await forkedChain()
  const unknown = asHash(new Uint8Array(32))
  for (const [from, tip] of [
    [unknown, joined],
    [joined, unknown],
  ] as const) {
    expect(() => changedLogs(from, tip, criterion(), node, budgetOf(), new Sink())).toThrow(
      'filter not found',
    )
  }
})

it('are counted, and end when their time is over', async () => {
  const { node, left, joined } = await forkedChain()
  const budget = budgetOf()
  changedLogs(left, joined, criterion(), node, budget, new Sink())
  expect(budget.work.work(0).logs).toBe(4)
  let blocks = 0
  const late = budgetOf(() => ++blocks > 1)
  expect(() => changedLogs(left, joined, criterion(), node, late, new Sink())).toThrow(/time/)
})
