import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
  test('what was put is found, and nothing else', () => {
    fc.assert(
      fc.property(anyContent, anyKey, (content, other) => {
        const trie = trieOf(content)
        for (const [key, value] of content) expect(trie.get(key)).toEqual(value)
        const expected = content.find(([key]) => compareBytes(key, other) === 0)?.[1]
        expect(trie.get(other)).toEqual(expected)
        expect(trie.has(other)).toBe(expected !== undefined)
        expect(trie.valueLength(other)).toBe(expected?.length)
        expect(trie.valueHash(other)).toEqual(expected && keccak256(expected))
      }),
    )
  })

  test('the root depends on the content, not on the way to it', () => {
    fc.assert(
      fc.property(anyContent, anyChanges, (content, changes) => {
        const changed = trieOf(changes, trieOf(content))
        const fresh = trieOf(sorted(contentAfter(content, changes)))
        expect(changed.hash()).toEqual(fresh.hash())
      }),
    )
  })

  test('different contents have different roots', () => {
    fc.assert(
      fc.property(anyContent, anyKey, anyValue, (content, key, value) => {
        const trie = trieOf(content)
        fc.pre(toHexDigits(trie.get(key) ?? emptyBytes) !== toHexDigits(value))
        expect(trie.put(key, value).hash()).not.toEqual(trie.hash())
      }),
    )
  })

  test('a trie does not change when another is made of it', () => {
    fc.assert(
      fc.property(anyContent, anyChanges, (content, changes) => {
        const trie = trieOf(content)
        trieOf(changes, trie)
        expect([...trie.entries()]).toEqual(sorted(content))
      }),
    )
  })

  test('a change without effect returns the same trie', () => {
    const long = new Uint8Array(100).fill(7)
    const trie = Trie.empty().put(Uint8Array.of(1), Uint8Array.of(2)).put(Uint8Array.of(3), long)
    expect(trie.put(Uint8Array.of(1), Uint8Array.of(2))).toBe(trie)
    expect(trie.put(Uint8Array.of(3), long.slice())).toBe(trie)
    expect(trie.delete(Uint8Array.of(9))).toBe(trie)
    expect(trie.deletePrefix(emptyBytes)).toBe(trie)
  })

  test('without its last key a trie is the empty one', () => {
    const trie = Trie.empty().put(Uint8Array.of(1), Uint8Array.of(2)).put(Uint8Array.of(1), emptyBytes)
    expect(trie.hash()).toEqual(emptyTrieRoot)
    expect([...trie.entries()]).toEqual([])
  })

  test('a value that three bytes cannot measure is refused', () => {
    expect(() => Trie.empty().put(Uint8Array.of(1), new Uint8Array(0x1000000))).toThrow(RangeError)
  })
})

describe('prefixes', () => {
  test('the entries below a prefix come in the order of their keys', () => {
    fc.assert(
      fc.property(anyContent, anyKey, (content, prefix) => {
        const expected = sorted(content).filter(([key]) => beginsWith(key, prefix))
        expect([...trieOf(content).entries(prefix)]).toEqual(expected)
      }),
    )
  })

  test('deleting a prefix that has a value is deleting every key below it', () => {
    fc.assert(
      fc.property(anyContent, anyKey, anyValue, (content, prefix, value) => {
        const trie = trieOf(content).put(prefix, value)
        const rest = content.filter(([key]) => !beginsWith(key, prefix))
        expect(trie.deletePrefix(prefix).hash()).toEqual(trieOf(rest).hash())
      }),
    )
  })

  test('deleting a prefix that has no value changes nothing', () => {
    const trie = Trie.empty()
      .put(Uint8Array.of(1, 1), Uint8Array.of(1))
      .put(Uint8Array.of(1, 128), Uint8Array.of(2))
    expect(trie.deletePrefix(Uint8Array.of(1))).toBe(trie)
  })
})

describe('saving', () => {
  test('a saved trie is found again by its root', () => {
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

  test('changes of a loaded trie give the root of a fresh one', () => {
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

  test('only what changed is written, each node once', () => {
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
        // No more than the path to the key: a node for each of its bits, the value, and the cut lower part.
        expect(store.writes - before).toBeLessThanOrEqual(8 * key.length + 3)
      }),
    )
  })

  test('one changed leaf among many writes its path alone', () => {
    const store = new MemoryStore()
    const keys = Array.from({ length: 256 }, (_, i) => Uint8Array.of(i))
    const trie = trieOf(keys.map((key) => [key, key.length > 0 ? Uint8Array.of(1) : key]))
    trie.save(store)
    const before = store.writes
    // The leaf is embedded in its parent, which is one of eight levels of branches.
    trie.put(Uint8Array.of(77), Uint8Array.of(2)).save(store)
    expect(store.writes - before).toBe(8)
  })

  test('length and hash of a long value are known without loading it', () => {
    const store = new MemoryStore()
    const code = new Uint8Array(5000).fill(0x5b)
    const trie = Trie.empty().put(Uint8Array.of(1), code)
    trie.save(store)
    store.values.clear()
    const loaded = Trie.load(store, trie.hash())
    expect(loaded.valueLength(Uint8Array.of(1))).toBe(5000)
    expect(loaded.valueHash(Uint8Array.of(1))).toEqual(keccak256(code))
  })
})
