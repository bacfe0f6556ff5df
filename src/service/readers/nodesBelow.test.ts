import { describe, expect, it } from 'vitest'
import { saveState } from '../../chain/storage/nodeClusters.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { Trie } from '../../trie/trie.ts'
import { nodesBelow } from './nodesBelow.ts'

describe('the nodes below those of a cluster', () => {
  const store = memoryStore()
  let trie = Trie.empty()
  for (let index = 0; index < 200; index++)
    trie = trie.put(keccak256(Uint8Array.of(index)), new Uint8Array(32).fill(1))
  store.write((batch) => saveState(batch, trie))
  const [root] = store.range('clusters', { reverse: true, limit: 1 })

  it('are as many clusters as are sent at once', () => {
    const near = nodesBelow(store, 'clusters', root!.value)
    expect(near.length).toBe(6)
    for (const { key, value } of near) expect(store.get('clusters', key)).toEqual(value)
  })

  it('exist in the table of clusters only', () => {
    expect(nodesBelow(store, 'values', root!.value)).toEqual([])
  })
})
