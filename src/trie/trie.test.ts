import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTrieRoot, keccak256 } from '../crypto/keccak256.ts'
import { compareBytes, emptyBytes } from '../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { anyContent, anyKey, anyValue, type Content, trieOf } from './content.cases.ts'
import { MemoryStore } from './memoryStore.cases.ts'
import { Trie } from './trie.ts'

/** An empty value deletes the key. */
const anyChanges = fc.array(fc.tuple(anyKey, fc.oneof(anyValue, fc.constant(emptyBytes))), { maxLength: 40 })

function contentAfter(content: Content, changes: Content): Content {
  const map = new Map(content.map(([key, value]) => [toHexDigits(key), value]))
  for (const [key, value] of changes) {
    if (value.length === 0) map.delete(toHexDigits(key))
    else map.set(toHexDigits(key), value)
  }
  return [...map].map(([digits, value]) => [fromHex(digits), value])
}

const sorted = (content: Content): Content => content.toSorted(([a], [b]) => compareBytes(a, b))
const beginsWith = (key: Uint8Array, prefix: Uint8Array): boolean =>
  toHexDigits(key).startsWith(toHexDigits(prefix))

describe('content', () => {
  it('has the keys that were put, and no others', () => {
    fc.assert(
      fc.property(anyContent, anyKey, (content, other) => {
        const trie = trieOf(content)
        for (const [key, value] of content) expect(trie.get(key)).toEqual(value)
        const expected = content.find(([key]) => compareBytes(key, other) === 0)?.[1]
        expect(trie.get(other)).toEqual(expected)
        expect(trie.has(other)).toBe(expected !== undefined)
        expect(trie.valueHash(other)).toEqual(expected && keccak256(expected))
      }),
    )
  })

  it('has one root for one content, in whatever order it was put', () => {
    fc.assert(
      fc.property(anyContent, anyChanges, (content, changes) => {
        const changed = trieOf(changes, trieOf(content))
        const fresh = trieOf(sorted(contentAfter(content, changes)))
        expect(changed.hash()).toEqual(fresh.hash())
      }),
    )
  })

  it('has different roots for different contents', () => {
    fc.assert(
      fc.property(anyContent, anyKey, anyValue, (content, key, value) => {
        const trie = trieOf(content)
        fc.pre(toHexDigits(trie.get(key) ?? emptyBytes) !== toHexDigits(value))
        expect(trie.put(key, value).hash()).not.toEqual(trie.hash())
      }),
    )
  })

  it('stays unchanged when another trie is derived from it', () => {
    fc.assert(
      fc.property(anyContent, anyChanges, (content, changes) => {
        const trie = trieOf(content)
        trieOf(changes, trie)
        expect([...trie.entries()]).toEqual(sorted(content))
      }),
    )
  })

  it('returns the same trie for a change without effect', () => {
    const long = new Uint8Array(100).fill(7)
    const trie = Trie.empty().put(Uint8Array.of(1), Uint8Array.of(2)).put(Uint8Array.of(3), long)
    expect(trie.put(Uint8Array.of(1), Uint8Array.of(2))).toBe(trie)
    expect(trie.put(Uint8Array.of(3), long.slice())).toBe(trie)
    expect(trie.delete(Uint8Array.of(9))).toBe(trie)
    expect(trie.deletePrefix(emptyBytes)).toBe(trie)
  })

  it('is empty without its last key', () => {
    const trie = Trie.empty().put(Uint8Array.of(1), Uint8Array.of(2)).put(Uint8Array.of(1), emptyBytes)
    expect(trie.hash()).toEqual(emptyTrieRoot)
    expect([...trie.entries()]).toEqual([])
  })

  it('rejects a value whose length needs more than three bytes', () => {
    expect(() => Trie.empty().put(Uint8Array.of(1), new Uint8Array(0x1000000))).toThrow(RangeError)
  })
})

describe('prefixes', () => {
  it('list their entries from a key on', () => {
    fc.assert(
      fc.property(anyContent, anyKey, (content, from) => {
        const expected = sorted(content).filter(([key]) => compareBytes(key, from) >= 0)
        expect([...trieOf(content).entries(emptyBytes, from)]).toEqual(expected)
      }),
    )
  })

  it('list their entries in key order', () => {
    fc.assert(
      fc.property(anyContent, anyKey, (content, prefix) => {
        const expected = sorted(content).filter(([key]) => beginsWith(key, prefix))
        expect([...trieOf(content).entries(prefix)]).toEqual(expected)
      }),
    )
  })

  it('with a value delete every key below them', () => {
    fc.assert(
      fc.property(anyContent, anyKey, anyValue, (content, prefix, value) => {
        const trie = trieOf(content).put(prefix, value)
        const rest = content.filter(([key]) => !beginsWith(key, prefix))
        expect(trie.deletePrefix(prefix).hash()).toEqual(trieOf(rest).hash())
      }),
    )
  })

  it('without a value delete no keys', () => {
    const trie = Trie.empty()
      .put(Uint8Array.of(1, 1), Uint8Array.of(1))
      .put(Uint8Array.of(1, 128), Uint8Array.of(2))
    expect(trie.deletePrefix(Uint8Array.of(1))).toBe(trie)
  })
})

describe('saving', () => {
  it('makes a trie loadable by its root', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const store = new MemoryStore()
        const trie = trieOf(content)
        trie.save(store)
        const loaded = Trie.load(store, trie.hash())
        expect([...loaded.entries()]).toEqual(sorted(content))
        for (const [key, value] of content) expect(loaded.valueHash(key)).toEqual(keccak256(value))
      }),
    )
  })

  it('of a changed loaded trie has the root of a new trie with the same content', () => {
    fc.assert(
      fc.property(anyContent, anyChanges, (content, changes) => {
        const store = new MemoryStore()
        const trie = trieOf(content)
        trie.save(store)
        const changed = trieOf(changes, Trie.load(store, trie.hash()))
        expect(changed.hash()).toEqual(trieOf(contentAfter(content, changes)).hash())
        changed.save(store)
        const expected = sorted(contentAfter(content, changes))
        expect([...Trie.load(store, changed.hash()).entries()]).toEqual(expected)
      }),
    )
  })

  it('writes only changed nodes, each once', () => {
    fc.assert(
      fc.property(anyContent, anyKey, anyValue, (content, key, value) => {
        const store = new MemoryStore()
        const trie = trieOf(content)
        trie.save(store)
        const before = store.writes
        expect(before).toBeGreaterThanOrEqual(store.nodes.size + store.values.size)
        trie.save(store)
        expect(store.writes).toBe(before)

        trie.put(key, value).save(store)
        // At most the path to the key: a node for each of its bits, the value, and the lower part of a split node.
        expect(store.writes - before).toBeLessThanOrEqual(8 * key.length + 3)
      }),
    )
  })

  it('writes the path of one changed leaf among many', () => {
    const store = new MemoryStore()
    const keys = Array.from({ length: 256 }, (_, i) => Uint8Array.of(i))
    const trie = trieOf(keys.map((key) => [key, key.length > 0 ? Uint8Array.of(1) : key]))
    trie.save(store)
    const before = store.writes
    // The leaf is embedded in its parent, which is one of eight levels of branches.
    trie.put(Uint8Array.of(77), Uint8Array.of(2)).save(store)
    expect(store.writes - before).toBe(8)
  })

  it('stores the hash of a long value in the node', () => {
    const store = new MemoryStore()
    const code = new Uint8Array(5000).fill(0x5b)
    const trie = Trie.empty().put(Uint8Array.of(1), code)
    trie.save(store)
    store.values.clear()
    const loaded = Trie.load(store, trie.hash())
    expect(loaded.valueHash(Uint8Array.of(1))).toEqual(keccak256(code))
  })
})
