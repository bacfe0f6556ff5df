import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { decodeBlock } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Store } from '../../store/store.ts'
import { NodeCache } from '../../trie/nodeCache.ts'
import { Trie } from '../../trie/trie.ts'
import type { Chain } from '../chain.ts'
import { openChain } from '../openChain.ts'
import { saveState, statePlaces } from '../storage/nodeClusters.ts'
import { putEdit } from '../storage/stateEdits.ts'
import { StateNotKept } from '../storage/stateNotKept.ts'
import { stateTables } from '../storage/stateTables.ts'
import { nodesInto, storedNodes } from '../storage/trieNodes.ts'
import { pruneStates } from './pruneStates.ts'

const blocks = recordedBlocks('uncles').map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
const open = (store: Store): Chain => openChain({ store, network: regtest, clock: () => 0 })

function chainOf(count: number): { store: Store; chain: Chain } {
  const store = memoryStore()
  const chain = open(store)
  for (const block of blocks.slice(0, count)) chain.import(block)
  return { store, chain }
}

const contentOf = (chain: Chain, number: number): string =>
  toHex(keccak256(concatBytes(...[...chain.stateAt(number)!.commit().entries()].flat())))

function checkStates(store: Store, archive: Chain, firstKept: number): void {
  const chain = open(store)
  expect(chain.head.hash).toEqual(archive.head.hash)
  for (let number = 0; number <= chain.head.number; number++) {
    if (number < firstKept) expect(() => chain.stateAt(number)).toThrow(StateNotKept)
    else expect(contentOf(chain, number)).toBe(contentOf(archive, number))
  }
}

const bytesIn = (store: Store): number =>
  (['clusters', 'trie', 'trieTwin'] as const).reduce(
    (sum, table) => [...store.range(table)].reduce((bytes, { value }) => bytes + value.length, sum),
    0,
  )

/** Stores the nodes of all states under their hashes, as a snapshot does. */
function toHashes(store: Store): void {
  const places = [...statePlaces(store)]
  const cache = new NodeCache(storedNodes(store), 0)
  store.write((batch) => {
    const sink = nodesInto(batch)
    for (const { root } of places) {
      const copy = [...Trie.load(cache, root).entries()].reduce(
        (trie, [key, value]) => trie.put(key, value),
        Trie.empty(),
      )
      copy.save(sink)
    }
    for (const table of ['states', 'clusters'] as const) {
      for (const { key } of [...batch.range(table)]) batch.delete(table, key)
    }
  })
}

const shortSteps = { clusters: 8, states: 8 }

describe('pruning', () => {
  it('keeps the last states whole and removes the others, again and again', () => {
    const { store, chain } = chainOf(40)
    const before = bytesIn(store)
    for (const _ of pruneStates(store, regtest, 5));
    const first = chain.head.number - 4
    expect(stateTables(store)).toEqual({
      current: 'trieTwin',
      firstKept: first,
      isEmptying: false,
      hasGaps: false,
    })
    expect(bytesIn(store)).toBeLessThan(before / 2)
    // With those of side branches.
    expect([...statePlaces(store)].length).toBeLessThan(2 * 5)
    checkStates(store, chainOf(40).chain, first)

    for (const block of blocks.slice(40, 60)) chain.import(block)
    for (const _ of pruneStates(store, regtest, 5));
    expect(stateTables(store).current).toBe('trie')
    checkStates(store, chainOf(60).chain, chain.head.number - 4)
  })

  it('reports its progress as one part of the whole, which only grows, also after a kill', () => {
    const { store } = chainOf(40)
    const partsOf = (): (number | undefined)[] =>
      [...pruneStates(store, regtest, 5, shortSteps)].map(({ part }) => part)
    const expectGrowth = (parts: readonly (number | undefined)[]): void => {
      expect(parts.length).toBeGreaterThan(5)
      expect(parts).not.toContain(undefined)
      expect(parts).toEqual([...parts].sort((one, other) => one! - other!))
      expect(parts.at(-1)).toBeGreaterThan(0.9)
    }
    const run = pruneStates(store, regtest, 5, shortSteps)
    while (!stateTables(store).isEmptying) run.next()
    run.return()
    expectGrowth(partsOf())
    const { store: other } = chainOf(40)
    expectGrowth([...pruneStates(other, regtest, 5, shortSteps)].map(({ part }) => part))
  })

  it('keeps nodes that are under their hashes, and later ones in clusters', () => {
    const { store } = chainOf(30)
    toHashes(store)
    const chain = open(store)
    checkStates(store, chainOf(30).chain, 0)
    for (const block of blocks.slice(30, 40)) chain.import(block)
    for (const _ of pruneStates(store, regtest, 15));
    expect([...store.range('trie')]).toEqual([])
    expect([...store.range('trieTwin')]).not.toEqual([])
    checkStates(store, chainOf(40).chain, chain.head.number - 14)
    for (const block of blocks.slice(40, 60)) chain.import(block)
    for (const _ of pruneStates(store, regtest, 5));
    checkStates(store, chainOf(60).chain, chain.head.number - 4)
  })

  it('does nothing when all states are to be kept', () => {
    const { store } = chainOf(20)
    for (const _ of pruneStates(store, regtest, 100));
    checkStates(store, chainOf(20).chain, 0)
  })

  it('keeps the states of blocks and branches that are imported meanwhile', () => {
    const { store, chain } = chainOf(40)
    let next = 40
    for (const _ of pruneStates(store, regtest, 8, shortSteps)) {
      const block = blocks[next++]
      if (block) chain.import(block)
    }
    expect(next).toBeGreaterThan(44)
    for (const block of blocks.slice(next)) chain.import(block)
    checkStates(store, chainOf(blocks.length).chain, stateTables(store).firstKept)
  })

  it('keeps an edited state', () => {
    const { store, chain } = chainOf(30)
    const edited = chain
      .stateAt('latest')!
      .commit()
      .put(new Uint8Array(12).fill(7), new Uint8Array(20).fill(9))
    store.write((batch) => {
      saveState(batch, edited)
      putEdit(batch, chain.head.hash, edited.hash())
    })
    for (const _ of pruneStates(store, regtest, 5));
    expect([...Trie.load(storedNodes(store), edited.hash()).entries()]).toEqual([...edited.entries()])
  })

  it('continues after an interruption at any step', () => {
    const steps = [...pruneStates(chainOf(30).store, regtest, 5, shortSteps)].length
    expect(steps).toBeGreaterThan(10)
    const archive = chainOf(30).chain
    for (let interruption = 1; interruption <= steps; interruption++) {
      const { store } = chainOf(30)
      const run = pruneStates(store, regtest, 5, shortSteps)
      for (let step = 0; step < interruption; step++) run.next()
      const { firstKept } = stateTables(store)
      checkStates(store, archive, firstKept)
      for (const _ of pruneStates(store, regtest, 5));
      checkStates(store, archive, archive.head.number - 4)
    }
  })
})
