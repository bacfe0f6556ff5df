import { describe, expect, it } from 'vitest'
import type { Block } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Store } from '../../store/store.ts'
import { tableNames } from '../../store/tables.ts'
import { BlockFactory, countingExecutor } from '../blockFactory.cases.ts'
import type { Chain } from '../chain.ts'
import { type ChainOptions, openChain } from '../openChain.ts'
import { smallGroups } from './group.ts'

const factory = new BlockFactory()
const trunk = factory.branch(factory.genesis, 8, 1)
const heavyBranch = factory.branch(trunk[2]!, 7, 2)
const unlimited = { ...smallGroups, milliseconds: Number.POSITIVE_INFINITY }

interface Opened {
  readonly store: Store
  readonly chain: Chain
  /** Milliseconds that the chain's clock shows. */
  time: number
}

function open(options: ChainOptions = {}, store: Store = memoryStore()): Opened {
  const opened = { store, time: 0 }
  const parts = {
    store,
    network: regtest,
    clock: () => 0,
    now: () => opened.time,
    execute: countingExecutor,
  }
  const chain = openChain(parts, { groupLimits: unlimited, ...options })
  return Object.assign(opened, { chain })
}

const addAll = (chain: Chain, blocks: readonly Block[]): string[] =>
  blocks.map((block) => chain.importInGroup(block).status)
const contentOf = (store: Store) => tableNames.map((table) => [...store.range(table)])

describe('a group of blocks', () => {
  it('is invisible until it is saved, then its blocks are announced in order', () => {
    const { chain, store } = open()
    const before = contentOf(store)
    const heard: string[] = []
    chain.on('block', ({ number }) => heard.push(`${number} of ${chain.head.number}`))
    expect(addAll(chain, trunk.slice(0, 3))).toEqual(['best', 'best', 'best'])
    expect(chain.head.number).toBe(0)
    expect(chain.hasBlock(trunk[0]!.header.hash)).toBe(false)
    expect(contentOf(store)).toEqual(before)
    expect(heard).toEqual([])

    chain.saveGroup()
    expect(heard).toEqual(['1 of 3', '2 of 3', '3 of 3'])
    expect(chain.isCanonical(trunk[2]!)).toBe(true)
  })

  it('leaves the same data as its blocks one by one, also when branches change within it', () => {
    const blocks = [...trunk, ...heavyBranch]
    const one = memoryStore()
    const statuses = blocks.map((block) => open({}, one).chain.import(block).status)
    const { chain, store } = open()
    expect(addAll(chain, blocks)).toEqual(statuses)
    chain.saveGroup()
    expect(contentOf(store)).toEqual(contentOf(one))
  })

  it('holds the states of its last 16 blocks, and is saved for a branch that begins before them', () => {
    const long = factory.branch(factory.genesis, 20, 1)
    const late = factory.branch(long[2]!, 18, 2)
    const one = memoryStore()
    const statuses = [...long, ...late].map((block) => open({}, one).chain.import(block).status)
    for (const keepsEveryState of [true, false]) {
      const { chain, store } = open({ keepsEveryState })
      expect(addAll(chain, long)).toEqual(statuses.slice(0, 20))
      expect(chain.head.number).toBe(0)
      expect(addAll(chain, late.slice(0, 1))).toEqual(statuses.slice(20, 21))
      expect(chain.head.number).toBe(20)
      expect(addAll(chain, late.slice(1))).toEqual(statuses.slice(21))
      chain.saveGroup()
      expect(chain.head.hash).toEqual(late.at(-1)!.header.hash)
      if (keepsEveryState) expect(contentOf(store)).toEqual(contentOf(one))
    }
  })

  it('is not saved for a branch that begins at one of its last 16 blocks', () => {
    const long = factory.branch(factory.genesis, 18, 1)
    const { chain } = open()
    addAll(chain, long)
    expect(addAll(chain, factory.branch(long[4]!, 1, 3))).toEqual(['side'])
    expect(chain.head.number).toBe(0)
  })

  it('announces a change of branches and the blocks on sides', () => {
    const { chain } = open()
    const heard: string[] = []
    chain.on('side', ({ number }) => heard.push(`side ${number}`))
    chain.on('reorg', ({ abandoned, adopted }) => heard.push(`-${abandoned.length} +${adopted.length}`))
    chain.on('block', ({ number, transactions }) => heard.push(`block ${number}: ${transactions.length}`))
    addAll(chain, [...trunk.slice(0, 4), ...heavyBranch.slice(0, 2)])
    chain.saveGroup()
    expect(heard).toEqual([
      ...[1, 2, 3, 4].map((number) => `block ${number}: 1`),
      'side 4',
      '-1 +2',
      'block 4: 1',
      'block 5: 1',
    ])
  })

  it('is saved together with a block that is imported alone', () => {
    const { chain } = open()
    addAll(chain, trunk.slice(0, 3))
    expect(chain.import(trunk[3]!)).toEqual({ status: 'best' })
    expect(chain.head.number).toBe(4)
  })

  it('is saved before the chain is rewound', () => {
    const { chain } = open()
    addAll(chain, trunk.slice(0, 3))
    chain.rewind(trunk[1]!.header.hash)
    expect(chain.head.number).toBe(2)
    expect(chain.hasBlock(trunk[2]!.header.hash)).toBe(true)
  })

  it('keeps orphans waiting for its blocks', () => {
    const { chain } = open()
    expect(addAll(chain, [trunk[1]!, trunk[0]!, trunk[2]!])).toEqual(['orphan', 'best', 'best'])
    chain.saveGroup()
    expect(chain.head.number).toBe(3)
  })

  it('is saved when it has as many blocks as it may', () => {
    const { chain } = open({ groupLimits: { ...unlimited, blocks: 3 } })
    const heads = trunk.slice(0, 7).map((block) => {
      chain.importInGroup(block)
      return chain.head.number
    })
    expect(heads).toEqual([0, 0, 3, 3, 3, 6, 6])
  })

  it('is saved when it has as many bytes as it may', () => {
    const { chain } = open({ groupLimits: { ...unlimited, bytes: 1 } })
    addAll(chain, trunk.slice(0, 2))
    expect(chain.head.number).toBe(2)
  })

  it('is saved when it is old enough, by the next block or on request', () => {
    const opened = open({ groupLimits: { ...unlimited, milliseconds: 500 } })
    const { chain } = opened
    addAll(chain, trunk.slice(0, 2))
    chain.saveGroupIfDue()
    expect(chain.head.number).toBe(0)
    opened.time = 500
    chain.saveGroupIfDue()
    expect(chain.head.number).toBe(2)
    addAll(chain, trunk.slice(2, 3))
    opened.time = 1_000
    addAll(chain, trunk.slice(3, 4))
    expect(chain.head.number).toBe(4)
  })

  it('is lost as a whole when the store fails, and can be imported again', () => {
    const store = memoryStore()
    let isFull = false
    const failing: Store = {
      get: store.get.bind(store),
      has: store.has.bind(store),
      range: store.range.bind(store),
      snapshot: store.snapshot.bind(store),
      close: store.close.bind(store),
      write: (work) =>
        store.write((batch) => {
          const result = work(batch)
          if (isFull) throw new Error('the disk is full')
          return result
        }),
    }
    const { chain } = open({}, failing)
    chain.import(trunk[0]!)
    const before = contentOf(store)
    addAll(chain, trunk.slice(1, 4))
    isFull = true
    expect(() => chain.saveGroup()).toThrow('the disk is full')
    expect(contentOf(store)).toEqual(before)
    isFull = false
    expect(addAll(chain, trunk.slice(1))).toEqual(Array(7).fill('best'))
    chain.saveGroup()
    expect(chain.stateAt('latest')!.commit().hash()).toEqual(trunk[7]!.header.stateRoot)
  })
})

describe('a group that keeps only its last state', () => {
  const lastStates = { keepsEveryState: false }

  it('writes fewer nodes and reads the last state', () => {
    const [every, last] = [open(), open(lastStates)]
    for (const { chain } of [every, last]) {
      addAll(chain, trunk)
      chain.saveGroup()
    }
    const nodes = ({ store }: Opened): number => [...store.range('clusters')].length
    expect(nodes(last)).toBeLessThan(nodes(every) / 2)
    expect([...last.chain.stateAt('latest')!.commit().entries()]).toEqual([
      ...every.chain.stateAt('latest')!.commit().entries(),
    ])
    expect(() => last.chain.stateAt(3)).toThrow('is pruned')
  })

  it('keeps the last state of every branch', () => {
    const { chain } = open(lastStates)
    addAll(chain, [...trunk.slice(0, 5), ...heavyBranch])
    chain.saveGroup()
    for (const { header } of [trunk[4]!, heavyBranch[6]!]) {
      expect(chain.stateAt(header.hash)!.commit().hash()).toEqual(header.stateRoot)
    }
  })

  it('is executed again for a branch that begins within it', () => {
    const { chain } = open(lastStates)
    addAll(chain, trunk)
    chain.saveGroup()
    for (const block of heavyBranch) chain.import(block)
    expect(chain.head.hash).toEqual(heavyBranch[6]!.header.hash)
    for (const { header } of heavyBranch) {
      expect(chain.stateAt(header.hash)!.commit().hash()).toEqual(header.stateRoot)
    }
  })

  it('keeps the state of a block that is imported alone', () => {
    const { chain } = open(lastStates)
    for (const block of trunk) chain.import(block)
    expect(chain.stateAt(3)!.commit().hash()).toEqual(trunk[2]!.header.stateRoot)
  })
})

describe('a block that is imported in slices', () => {
  /** Every look at the clock takes longer than a slice, so there is a pause after each step. */
  function openPausing(): Opened {
    let time = 0
    const store = memoryStore()
    const parts = {
      store,
      network: regtest,
      clock: () => 0,
      now: () => (time += 10),
      execute: countingExecutor,
    }
    return { store, time: 0, chain: openChain(parts, { groupLimits: unlimited }) }
  }

  it('lets other work have its turn and ends as the others do', async () => {
    const { chain } = openPausing()
    let turns = 0
    const counting = setInterval(() => turns++, 0)
    const statuses: string[] = []
    for (const block of [...trunk, ...heavyBranch]) statuses.push((await chain.importInSlices(block)).status)
    clearInterval(counting)
    chain.saveGroup()
    expect(statuses.filter((status) => status === 'best')).toHaveLength(10)
    expect(chain.head.hash).toEqual(heavyBranch[6]!.header.hash)
    expect(turns).toBeGreaterThan(1)
  })

  it('is known if it arrived another way meanwhile', async () => {
    const { chain } = openPausing()
    const sliced = chain.importInSlices(trunk[0]!)
    expect(chain.import(trunk[0]!)).toEqual({ status: 'best' })
    expect(await sliced).toEqual({ status: 'known' })
    expect(chain.head.number).toBe(1)
  })

  it('joins the chain that others have continued meanwhile', async () => {
    const { chain } = openPausing()
    for (const block of trunk.slice(0, 3)) chain.import(block)
    const sliced = chain.importInSlices(trunk[3]!)
    expect(chain.import(heavyBranch[0]!).status).toBe('best')
    expect(chain.import(heavyBranch[1]!).status).toBe('best')
    expect(await sliced).toEqual({ status: 'side' })
    chain.saveGroup()
    expect(chain.head.hash).toEqual(heavyBranch[1]!.header.hash)
    expect(chain.stateAt(trunk[3]!.header.hash)!.commit().hash()).toEqual(trunk[3]!.header.stateRoot)
  })
})
