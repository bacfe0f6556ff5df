import { describe, expect, it } from 'vitest'
import { fromHex } from '../primitives/hex.ts'
import { recordedBlocks } from '../primitives/recordings.cases.ts'
import { decodeBlock } from '../protocol/block.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { memoryStore } from '../store/memory/memoryStore.ts'
import type { Store } from '../store/store.ts'
import type { Chain } from './chain.ts'
import { fillCalls } from './fillCalls.ts'
import { type ChainOptions, openChain } from './openChain.ts'
import { pruneStates } from './pruning/pruneStates.ts'
import { beginCallCoverage, callCoverage, reopenCallCoverage } from './traces/callCoverage.ts'

const length = 70
const blocks = recordedBlocks('contracts')
  .slice(0, length)
  .map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))

const open = (store: Store, options?: ChainOptions): Chain =>
  openChain({ store, network: regtest, clock: () => 0 }, options)

function filled(count: number, options?: ChainOptions): Store {
  const store = memoryStore()
  const chain = open(store, options)
  for (const block of blocks.slice(0, count)) chain.import(block)
  return store
}

const callsIn = (store: Store): unknown[] => [...store.range('calls')].map(({ key, value }) => [key, value])

const fill = (store: Store): void => {
  for (const _ of fillCalls(store, regtest));
}

const recorded = filled(length, { recordsCalls: true })

describe('the calls of older blocks', () => {
  it('are recorded as if they had been recorded at once, also after a kill', () => {
    const store = filled(length)
    expect(callCoverage(store)).toBeUndefined()
    beginCallCoverage(store, 0, length)
    expect(callCoverage(store)).toEqual({ from: 1, filled: 0, since: length })
    let steps = 0
    // The first run ends somewhere after its first write, the second one continues there.
    for (const progress of fillCalls(store, regtest)) if (progress.filled > 0 && ++steps === 5) break
    const { filled: before } = callCoverage(store)!
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(length)
    fill(store)
    expect(callsIn(store)).toEqual(callsIn(recorded))
    expect(callCoverage(store)).toEqual({ from: 1, filled: length, since: length })
  })

  it('join those of new blocks, from a height on', () => {
    const store = filled(50)
    beginCallCoverage(store, 40, 50)
    const chain = open(store, { recordsCalls: true })
    for (const block of blocks.slice(50)) chain.import(block)
    fill(store)
    expect(callCoverage(store)).toEqual({ from: 40, filled: 50, since: 50 })
    expect(callsIn(store)).toEqual(callsIn(recorded).slice(39))
    beginCallCoverage(store, 20, length)
    fill(store)
    expect(callCoverage(store)).toEqual({ from: 20, filled: 50, since: 50 })
    expect(callsIn(store)).toEqual(callsIn(recorded).slice(19))
  })

  it('are not said to be complete when a block was stored without them, and are completed later', () => {
    const store = filled(10, { recordsCalls: true })
    beginCallCoverage(store, 0, 10)
    open(store).import(blocks[10]!)
    expect(callCoverage(store)).toBeUndefined()
    beginCallCoverage(store, 0, 11)
    fill(store)
    expect(callsIn(store)).toEqual(callsIn(recorded).slice(0, 11))
  })

  it('are processed again after a reorganisation', () => {
    const store = filled(10)
    beginCallCoverage(store, 0, 10)
    fill(store)
    for (const { key } of [...store.range('calls')].slice(7))
      store.write((batch) => batch.delete('calls', key))
    reopenCallCoverage(store, 7, 10)
    fill(store)
    expect(callsIn(store)).toEqual(callsIn(recorded).slice(0, 10))
    expect(callCoverage(store)).toEqual({ from: 1, filled: 10, since: 10 })
  })

  it('begin where states are kept, and stay when states are pruned', () => {
    const store = filled(length)
    for (const _ of pruneStates(store, regtest, 20));
    beginCallCoverage(store, 0, length)
    fill(store)
    const { from } = callCoverage(store)!
    expect(from).toBeGreaterThan(1)
    expect(from).toBeLessThanOrEqual(length - 18)
    expect(callsIn(store)).toEqual(callsIn(recorded).slice(from - 1))
    for (const _ of pruneStates(store, regtest, 5));
    expect(callsIn(store)).toEqual(callsIn(recorded).slice(from - 1))
  })

  it('are recorded on the states between those that a group of blocks saved', () => {
    const store = memoryStore()
    const chain = open(store, { keepsEveryState: false })
    for (const block of blocks) chain.importInGroup(block)
    chain.saveGroup()
    beginCallCoverage(store, 0, length)
    fill(store)
    expect(callsIn(store)).toEqual(callsIn(recorded))
  })
})

describe('a chain that records calls', () => {
  it('has those of blocks in a group and of side branches', () => {
    const [store, plain] = [memoryStore(), memoryStore()]
    const [grouped, single] = [open(store, { recordsCalls: true }), open(plain, { recordsCalls: true })]
    const branching = recordedBlocks('uncles').slice(0, 60)
    for (const { rlp } of branching) {
      grouped.importInGroup(decodeBlock(fromHex(rlp), regtest))
      single.import(decodeBlock(fromHex(rlp), regtest))
    }
    grouped.saveGroup()
    expect(callsIn(store)).toEqual(callsIn(plain))
    expect(callsIn(store)).toHaveLength(branching.length)
  })
})
