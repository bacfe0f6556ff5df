import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../crypto/keccak256.ts'
import { DamagedData } from '../primitives/errors.ts'
import { toHex, toHexDigits } from '../primitives/hex.ts'
import { anyContent, trieOf } from './content.cases.ts'
import { MemoryStore } from './memoryStore.cases.ts'
import { NodeCache } from './nodeCache.ts'
import { MissingNode } from './nodes/nodeSource.ts'
import { Trie } from './trie.ts'

const keys = Array.from({ length: 500 }, (_, i) => keccak256(Uint8Array.of(i >> 8, i)))

/** A saved trie of 500 leaves, which are not embedded. */
function savedTrie(): { store: MemoryStore; trie: Trie } {
  const store = new MemoryStore()
  const trie = keys.reduce((made, key) => made.put(key, key), Trie.empty())
  trie.save(store)
  return { store, trie }
}

const readAll = (trie: Trie): void => {
  for (const key of keys) expect(trie.get(key)).toEqual(key)
}

describe('the node cache', () => {
  it('reads each node from the store once while all fit', () => {
    const { store, trie } = savedTrie()
    const cache = new NodeCache(store, 2 ** 24)
    readAll(Trie.load(cache, trie.hash()))
    expect(store.reads).toBe(store.nodes.size)
    readAll(Trie.load(cache, trie.hash()))
    expect(store.reads).toBe(store.nodes.size)
  })

  it('drops nodes when it is too small for the trie, and reads them again', () => {
    const { store, trie } = savedTrie()
    const loaded = Trie.load(new NodeCache(store, 20_000), trie.hash())
    readAll(loaded)
    const firstPass = store.reads
    expect(firstPass).toBeGreaterThan(store.nodes.size)
    readAll(loaded)
    expect(store.reads).toBeGreaterThan(1.5 * firstPass)
  })

  it('does not change the content of a trie, whatever its size', () => {
    fc.assert(
      fc.property(anyContent, fc.nat(5000), (content, capacity) => {
        const store = new MemoryStore()
        const trie = trieOf(content)
        trie.save(store)
        const loaded = Trie.load(new NodeCache(store, capacity), trie.hash())
        for (const [key, value] of content) expect(loaded.get(key)).toEqual(value)
        expect([...loaded.entries()]).toEqual([...trie.entries()])
      }),
    )
  })

  it('keeps the nodes of a saved trie', () => {
    const store = new MemoryStore()
    const cache = new NodeCache(store, 2 ** 24)
    const trie = keys.reduce((made, key) => made.put(key, key), Trie.empty(cache))
    trie.save(store)
    trie.keep()
    expect(store.nodes.size).toBeGreaterThan(keys.length)
    readAll(Trie.load(cache, trie.hash()))
    expect(store.reads).toBe(0)
  })

  it('returns the same trie after the nodes of many changes were kept, whatever its size', () => {
    const change = fc.record({ content: anyContent, deleted: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 5 }), fc.nat(20_000), (changes, capacity) => {
        const store = new MemoryStore()
        const cache = new NodeCache(store, capacity)
        let expected = Trie.empty()
        let trie = Trie.empty(cache)
        for (const { content, deleted } of changes) {
          for (const [key, value] of content) {
            expected = expected.put(key, value)
            trie = trie.put(key, value)
          }
          for (const [key] of [...expected.entries()].slice(0, deleted)) {
            expected = expected.delete(key)
            trie = trie.delete(key)
          }
          trie.save(store)
          trie.keep()
          trie = Trie.load(cache, trie.hash())
          expect(toHex(trie.hash())).toBe(toHex(expected.hash()))
          expect([...trie.entries()]).toEqual([...expected.entries()])
        }
      }),
    )
  })

  it('does not load one side of a node when the other changes', () => {
    const { store, trie } = savedTrie()
    const path = keys[0]!
    const reads = store.reads
    const changed = Trie.load(store, trie.hash()).put(path, Uint8Array.of(1))
    expect(changed.hash()).toEqual(trie.put(path, Uint8Array.of(1)).hash())
    expect(store.reads - reads).toBeLessThan(30)
  })

  it('reports the hash of a node that the store lacks', () => {
    const { store, trie } = savedTrie()
    store.nodes.delete(toHexDigits(trie.hash()))
    const load = (): Trie => Trie.load(store, trie.hash())
    expect(load).toThrow(MissingNode)
    expect(load).toThrow(toHex(trie.hash()))
  })

  it('reports a long value that the store lacks or has with another length', () => {
    const store = new MemoryStore()
    const key = Uint8Array.of(1)
    const value = new Uint8Array(40)
    const trie = Trie.empty().put(key, value)
    trie.save(store)
    const digits = toHexDigits(keccak256(value))
    store.values.set(digits, value.subarray(1))
    expect(() => Trie.load(store, trie.hash()).get(key)).toThrow(DamagedData)
    store.values.delete(digits)
    expect(() => Trie.load(store, trie.hash()).get(key)).toThrow(MissingNode)
  })

  it('reports the hash of a corrupted node', () => {
    const { store, trie } = savedTrie()
    store.nodes.set(toHexDigits(trie.hash()), Uint8Array.of(0xff, 1, 2))
    const load = (): Trie => Trie.load(store, trie.hash())
    expect(load).toThrow(DamagedData)
    expect(load).toThrow(toHex(trie.hash()))
  })
})
