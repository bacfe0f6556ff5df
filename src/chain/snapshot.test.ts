import { describe, expect, it } from 'vitest'
import type { Block } from '../protocol/block.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { memoryStore } from '../store/memory/memoryStore.ts'
import { Trie } from '../trie/trie.ts'
import { BlockFactory } from './blockFactory.cases.ts'
import { parentDifficulty, putUnexecuted, removeUnexecuted, startAt } from './snapshot.ts'
import { chainStart } from './storage/chainStart.ts'
import { nodesInto } from './storage/trieNodes.ts'

const factory = new BlockFactory()
const blocks = factory.branch(factory.genesis, 20, 1)
const full = factory.chainWith(blocks)

/** An empty chain with the blocks from `lowest` to `head`, and the state of the last. */
function withSnapshot(lowest: number, head: number) {
  const store = memoryStore()
  const chain = factory.chainWith([], { store })
  store.write((batch) => {
    for (const block of blocks.slice(lowest - 1, head)) {
      putUnexecuted(batch, block, full.totalDifficulty(block.header.hash)!)
    }
    const sink = nodesInto(batch)
    const copy = [...full.wholeState(head)!.entries()].reduce(
      (trie, [key, value]) => trie.put(key, value),
      Trie.empty(),
    )
    copy.save(sink)
  })
  return { store, chain, head: blocks[head - 1]! }
}

describe('a chain that starts at a snapshot', () => {
  it('has its block as the head, the stored blocks below it, and takes the next ones', () => {
    const { store, chain, head } = withSnapshot(6, 15)
    expect(chain.start).toBeUndefined()
    store.write((batch) => startAt(batch, head.header.hash, regtest))
    expect(chain.start).toEqual({ number: 15, lowest: 6 })
    expect(chain.head.number).toBe(15)
    const stored = (number: number): boolean => chain.select(number) !== undefined
    expect([0, 1, 5, 6, 14, 15].map(stored)).toEqual([true, false, false, true, true, true])
    for (const block of blocks.slice(15)) expect(chain.import(block).status).toBe('best')
    expect(chain.head.totalDifficulty).toBe(full.head.totalDifficulty)
  })

  it('knows the difficulty below a block from the block', () => {
    const below = (block: Block): bigint => parentDifficulty(block, full.totalDifficulty(block.header.hash)!)
    expect(below(blocks[5]!)).toBe(full.totalDifficulty(blocks[4]!.header.hash))
  })

  it('can be given up before it starts', () => {
    const { store, chain, head } = withSnapshot(6, 15)
    const { hash, stateRoot } = head.header
    removeUnexecuted(store, hash, stateRoot, regtest)
    expect(store.has('trie', stateRoot)).toBe(false)
    expect(chainStart(store)).toBeUndefined()
    expect(blocks.some(({ header }) => store.has('serials', header.hash))).toBe(false)
    expect(chain.head.number).toBe(0)
    expect(chain.import(blocks[0]!).status).toBe('best')
  })
})
