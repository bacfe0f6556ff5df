import { describe, expect, it } from 'vitest'
import { nodesInto } from '../../chain/storage/trieNodes.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { memoryStore } from '../../store/memoryStore.ts'
import { Trie } from '../../trie/trie.ts'
import { nodesBelow } from './nodesBelow.ts'

describe('the nodes below a node', () => {
  const store = memoryStore()
  let trie = Trie.empty()
  for (let index = 0; index < 200; index++)
    trie = trie.put(keccak256(Uint8Array.of(index)), new Uint8Array(32).fill(1))
  store.write((batch) => trie.save(nodesInto(batch)))
  const root = store.get('trie', trie.hash())!

  it('are as many as are sent at once, each by its hash', () => {
    const near = nodesBelow(store, 'trie', root)
    expect(near.length).toBe(30)
    for (const { key, value } of near)
      expect([keccak256(value), store.get('trie', key)]).toEqual([key, value])
  })

  it('exist in the tables of states only', () => {
    expect(nodesBelow(store, 'values', root)).toEqual([])
  })
})
