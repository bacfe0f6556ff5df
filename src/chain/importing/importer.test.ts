import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import type { Block } from '../../protocol/block.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Entry, Store } from '../../store/store.ts'
import { tableNames } from '../../store/tables.ts'
import { BlockFactory } from '../blockFactory.cases.ts'
import type { Chain } from '../chain.ts'

const factory = new BlockFactory()
const trunk = factory.branch(factory.genesis, 6, 1)
const heavyBranch = factory.branch(trunk[2]!, 5, 2)

const names = (blocks: readonly Block[]): string[] => blocks.map(({ header }) => toHex(header.hash))
const canonical = (chain: Chain): string[] =>
  Array.from({ length: chain.head.number }, (_, index) => toHex(chain.select(index + 1)!.hash))
const statuses = (chain: Chain, blocks: readonly Block[]): string[] =>
  blocks.map((block) => chain.import(block).status)
const contentOf = (store: Store): Entry[][] => tableNames.map((table) => [...store.range(table)])

describe('a branch', () => {
  it('is stored as a side branch until it has more work, and then becomes the best chain', () => {
    const chain = factory.chainWith(trunk)
    expect(statuses(chain, heavyBranch)).toEqual(['side', 'side', 'side', 'best', 'best'])
    expect(canonical(chain)).toEqual(names([...trunk.slice(0, 3), ...heavyBranch]))
    expect(chain.totalDifficulty(chain.head.hash)).toBe(9n)
  })

  it('is removed from the indexes when it is abandoned', () => {
    const straight = memoryStore()
    factory.chainWith([...trunk.slice(0, 3), ...heavyBranch], { store: straight })
    const reorganised = memoryStore()
    const chain = factory.chainWith([...trunk, ...heavyBranch], { store: reorganised })
    for (const table of ['canonical', 'transactions', 'logIndex', 'meta'] as const) {
      expect([...reorganised.range(table)]).toEqual([...straight.range(table)])
    }
    expect(chain.transaction(trunk[5]!.transactions[0]!.hash)?.block.hash).toEqual(
      heavyBranch[2]!.header.hash,
    )
  })

  it('that is shorter wins when its uncles give it more work', () => {
    const uncles = [4, 5].map((mark) => factory.next(trunk[3]!, { extraData: Uint8Array.of(mark) }))
    const heavy = factory.next(trunk[4]!, { uncles: uncles.map(({ header }) => header) })
    const chain = factory.chainWith([...trunk, factory.next(trunk[5]!), ...uncles])
    expect(chain.head.number).toBe(7)
    expect(chain.import(heavy)).toEqual({ status: 'best' })
    expect(chain.head.number).toBe(6)
    expect(chain.select(7)).toBeUndefined()
    expect(chain.totalDifficulty(heavy.header.hash)).toBe(9n)
  })

  it('has states of its own', () => {
    const chain = factory.chainWith([...trunk, ...heavyBranch])
    for (const block of [...trunk, ...heavyBranch]) {
      expect(chain.stateAt(block.header.hash)?.commit().hash()).toEqual(block.header.stateRoot)
    }
  })
})

describe('a block', () => {
  it('that is stored is known', () => {
    const chain = factory.chainWith(trunk)
    expect(statuses(chain, [trunk[0]!, trunk[5]!, factory.genesis])).toEqual(['known', 'known', 'known'])
  })

  it('without a parent waits for it', () => {
    const chain = factory.chainWith([])
    expect(statuses(chain, [trunk[3]!, trunk[1]!, trunk[2]!])).toEqual(['orphan', 'orphan', 'orphan'])
    expect(chain.head.number).toBe(0)
    expect(chain.import(trunk[0]!)).toEqual({ status: 'best' })
    expect(canonical(chain)).toEqual(names(trunk.slice(0, 4)))
  })

  it('whose body does not match its hash cannot wait in place of the true one', () => {
    const chain = factory.chainWith([])
    const forged = { ...trunk[1]!, uncles: [trunk[0]!.header] }
    expect(chain.import(forged)).toMatchObject({ rejection: { reason: 'uncles-hash' } })
    expect(statuses(chain, [trunk[1]!, trunk[0]!])).toEqual(['orphan', 'best'])
    expect(chain.head.number).toBe(2)
  })

  it('that is rejected does not change the store', () => {
    const store = memoryStore()
    const chain = factory.chainWith(trunk, { store })
    const before = contentOf(store)
    expect(chain.import(factory.next(trunk[5]!, { stateRoot: trunk[0]!.header.hash })).status).toBe(
      'rejected',
    )
    expect(contentOf(store)).toEqual(before)
  })

  it('is the same in the cache of the importer and in the store', () => {
    const uncle = heavyBranch[0]!.header
    const blocks = [...trunk, heavyBranch[0]!, factory.next(trunk[5]!, { uncles: [uncle] })]
    const store = memoryStore()
    const importing = factory.chainWith(blocks, { store })
    const reading = factory.chainWith([], { store })
    for (const { header } of blocks) {
      const [kept, stored] = [importing, reading].map((chain) => chain.block(header.hash)!)
      expect(kept!.record).toEqual(stored!.record)
      expect(kept!.uncles).toEqual(stored!.uncles)
      expect(kept!.transactions.map(({ hash }) => hash)).toEqual(stored!.transactions.map(({ hash }) => hash))
    }
  })

  it('keeps its transactions in the cache with their recovered senders', () => {
    const chain = factory.chainWith(trunk)
    expect(chain.head.transactions).toBe(trunk[5]!.transactions)
  })

  it('can be imported after the store has failed to write it', () => {
    const store = memoryStore()
    let isFull = true
    const failing: Store = {
      ...readingFrom(store),
      write: (work) =>
        store.write((batch) => {
          const result = work(batch)
          if (isFull && batch.has('serials', trunk[3]!.header.hash)) throw new Error('the disk is full')
          return result
        }),
    }
    const chain = factory.chainWith(trunk.slice(0, 3), { store: failing })
    expect(() => chain.import(trunk[3]!)).toThrow('the disk is full')
    expect(chain.head.number).toBe(3)
    expect(chain.block(trunk[3]!.header.hash)).toBeUndefined()
    isFull = false
    expect(statuses(chain, trunk.slice(3))).toEqual(['best', 'best', 'best'])
  })
})

const readingFrom = (store: Store) => ({
  get: store.get.bind(store),
  has: store.has.bind(store),
  range: store.range.bind(store),
  snapshot: store.snapshot.bind(store),
  close: store.close.bind(store),
})

describe('blocks in any order of arrival', () => {
  const uncle = heavyBranch[0]!
  const third = factory.branch(trunk[0]!, 3, 3)
  const withUncle = factory.next(trunk[5]!, { uncles: [uncle.header] })
  const tree = [...trunk, ...heavyBranch, ...third, withUncle, factory.next(withUncle)]
  const best = tree.at(-1)!

  it('lead to the same best block, indexes and state', () => {
    const expected = memoryStore()
    factory.chainWith(tree, { store: expected })
    const shuffled = fc.shuffledSubarray(tree, { minLength: tree.length })
    fc.assert(
      fc.property(shuffled, (arrivals) => {
        const store = memoryStore()
        const chain = factory.chainWith(arrivals, { store })
        expect(toHex(chain.head.hash)).toBe(toHex(best.header.hash))
        expect(chain.stateAt('latest')?.commit().hash()).toEqual(best.header.stateRoot)
        for (const table of ['canonical', 'transactions', 'logIndex', 'meta'] as const) {
          expect([...store.range(table)]).toEqual([...expected.range(table)])
        }
      }),
      { numRuns: 40 },
    )
  })
})
