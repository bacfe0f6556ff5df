import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Hash } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { readShortNumber, writeShortNumber } from '../../primitives/shortNumber.ts'
import { MemoryStore } from '../memoryStore.cases.ts'
import { NodeCache } from '../nodeCache.ts'
import { clusterAt, offsetAt } from '../nodes/node.ts'
import { MissingNode } from '../nodes/nodeSource.ts'
import { Trie } from '../trie.ts'
import { ClusterReader } from './clusterDecoding.ts'
import type { ClusterSink } from './clusterSaving.ts'
import { walkClusters } from './clusterWalk.ts'

/** Clusters under increasing numbers, beside nodes under hashes. */
class ClusterStore extends MemoryStore implements ClusterSink {
  readonly clusters = new Map<number, Uint8Array>()
  readonly places = new Map<string, number>()
  #next = 1

  place = (root: Hash): number | undefined => this.places.get(toHexDigits(root))
  cluster = (number: number): Uint8Array | undefined => this.clusters.get(number)

  putCluster(bytes: Uint8Array): number {
    this.clusters.set(this.#next, bytes)
    return this.#next++
  }

  save(trie: Trie): void {
    const saved = trie.saveInClusters(this)
    if (saved !== undefined) this.places.set(toHexDigits(trie.hash()), saved.place)
  }
}

const changes = fc.array(
  fc.record({
    key: fc.uint8Array({ minLength: 0, maxLength: 6 }),
    value: fc.uint8Array({ minLength: 0, maxLength: 50 }),
  }),
  { maxLength: 60 },
)
const changed = (trie: Trie, list: readonly { key: Uint8Array; value: Uint8Array }[]): Trie =>
  list.reduce((result, { key, value }) => result.put(key, value), trie)

/** A trie with enough keys for many clusters. */
function wideTrie(source: ClusterStore | NodeCache): Trie {
  let trie = Trie.empty(source)
  for (let i = 0; i < 300; i++) {
    const key = new Uint8Array(30).fill(i % 7)
    new DataView(key.buffer).setUint32(0, Math.imul(i, 0x9e3779b1))
    trie = trie.put(key, new Uint8Array(20 + (i % 30)).fill(i))
  }
  return trie
}

describe('a trie in clusters', () => {
  it('reads as it was saved, through changes, with and without a cache', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 5 }), fc.boolean(), (rounds, isCached) => {
        const store = new ClusterStore()
        const source = isCached ? new NodeCache(store, 1 << 20) : store
        let expected = Trie.empty()
        let trie = Trie.empty(source)
        for (const round of rounds) {
          expected = changed(expected, round)
          trie = changed(trie, round)
          store.save(trie)
          if (isCached) trie.keep()
          trie = Trie.load(source, trie.hash())
          expect(trie.hash()).toEqual(expected.hash())
          expect([...trie.entries()]).toEqual([...expected.entries()])
        }
      }),
      { numRuns: 40 },
    )
  })

  it('can be built on nodes that are stored under their hashes', () => {
    const store = new ClusterStore()
    const trie = wideTrie(store)
    trie.save(store)
    const next = Trie.load(store, trie.hash()).put(Uint8Array.of(1, 2), Uint8Array.of(3))
    store.save(next)
    const loaded = Trie.load(store, next.hash())
    expect([...loaded.entries()]).toEqual([...next.entries()])
    expect(store.clusters.size).toBeLessThan(3)
    const root = { hash: next.hash(), place: store.place(next.hash())! }
    expect([...walkClusters(store, root, 0)].some(({ place }) => place === undefined)).toBe(true)
  })

  it('needs less space than under hashes, in clusters that fit a page', () => {
    const store = new ClusterStore()
    const trie = wideTrie(store)
    store.save(trie)
    const lengths = [...store.clusters.values()].map(({ length }) => length)
    expect(Math.max(...lengths)).toBeLessThan(1100)
    const hashed = new MemoryStore()
    wideTrie(store).save(hashed)
    const bytes = (all: Iterable<Uint8Array>): number => [...all].reduce((sum, one) => sum + one.length, 0)
    expect(bytes(store.clusters.values())).toBeLessThan(0.65 * bytes(hashed.nodes.values()))
  })

  it('is walked completely, or only what was added since another state', () => {
    const store = new ClusterStore()
    const first = wideTrie(store)
    store.save(first)
    const before = store.clusters.size
    const second = Trie.load(store, first.hash()).put(Uint8Array.of(9), Uint8Array.of(9))
    store.save(second)
    const root = { hash: second.hash(), place: store.place(second.hash())! }
    const clusters = new Set([...walkClusters(store, root, 0)].map(({ place }) => clusterAt(place!)))
    expect(clusters.size).toBeGreaterThan(before)
    const added = [...walkClusters(store, root, clusterAt(store.place(first.hash())!))]
    expect(added.map(({ place }) => clusterAt(place!))).toEqual([before + 1])
  })

  it('reads a node from a cluster that ends after it, and refuses a node beyond the end', () => {
    const store = new ClusterStore()
    const trie = wideTrie(store)
    store.save(trie)
    const place = store.place(trie.hash())!
    const whole = store.clusters.get(clusterAt(place))!
    const reader = new ClusterReader(whole, clusterAt(place))
    expect(reader.read(offsetAt(place)).place).toBe(place)
    expect(reader.end).toBe(whole.length)
    store.clusters.set(clusterAt(place), whole.subarray(0, offsetAt(place)))
    expect(() => Trie.load(store, trie.hash())).toThrow(MissingNode)
  })

  it('refuses clusters with a flipped bit, if it changes a node, and missing ones', () => {
    const store = new ClusterStore()
    const trie = wideTrie(store)
    store.save(trie)
    const content = [...trie.entries()]
    const read = () => [...Trie.load(store, trie.hash()).entries()]
    let [refused, equal] = [0, 0]
    for (const [number, cluster] of [...store.clusters]) {
      for (let at = number % 97; at < cluster.length; at += 97) {
        const flipped = Uint8Array.from(cluster)
        flipped[at]! ^= 1 << (at & 7)
        store.clusters.set(number, flipped)
        try {
          // Bits that pad a path have no meaning; the checksum of the stored record covers them.
          expect(read()).toEqual(content)
          equal++
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedData)
          refused++
        }
      }
      store.clusters.delete(number)
      expect(read).toThrow(MissingNode)
      store.clusters.set(number, cluster)
    }
    expect(read()).toEqual(content)
    expect(refused).toBeGreaterThan(50 * equal)
  })

  it('does not loop when damaged records refer to each other', () => {
    // Two children one byte back, each record three bytes long.
    const overlapping = new Uint8Array(2000).fill(1)
    for (let at = 0; at < overlapping.length; at++) overlapping[at] = at % 2 === 0 ? 0b1100_1100 : 2
    expect(() => new ClusterReader(overlapping, 1).read(1000)).toThrow()
  })
})

describe('short numbers', () => {
  it('are read as they were written, and refused when they are cut off', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        const bytes = new Uint8Array(12).fill(0xff)
        const end = writeShortNumber(bytes, 2, value)
        expect(readShortNumber(bytes, 2)).toEqual({ value, end })
        expect(readShortNumber(bytes.subarray(0, end - 1), 2)).toBeUndefined()
      }),
    )
    expect(readShortNumber(new Uint8Array(20).fill(0xff), 0)).toBeUndefined()
  })
})
