import { describe, expect, it } from 'vitest'
import { toHex } from '../primitives/hex.ts'
import { entriesThatDiffer } from './difference.ts'
import { MemoryStore } from './memoryStore.cases.ts'
import { Trie } from './trie.ts'

/** Pseudorandom numbers below a bound, the same in every run. */
function numbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * bound)
  }
}

const contentOf = (trie: Trie): Map<string, string> =>
  new Map([...trie.entries()].map(([key, value]) => [toHex(key), toHex(value)]))

function randomTrie(next: (bound: number) => number, count: number, start: Trie): Trie {
  let trie = start
  for (let at = 0; at < count; at++) {
    const key = Uint8Array.from({ length: 1 + next(3) }, () => next(4) * 85)
    trie = next(4) === 0 ? trie.delete(key) : trie.put(key, new Uint8Array(1 + next(60)).fill(1 + next(5)))
  }
  return trie
}

describe('the entries that differ', () => {
  it('lead from any trie to any other', () => {
    const next = numbers(7)
    for (let round = 0; round < 200; round++) {
      const store = new MemoryStore()
      const saved = randomTrie(next, next(40), Trie.empty(store))
      saved.save(store)
      const before = next(2) === 0 ? saved : Trie.load(store, saved.hash())
      const after = randomTrie(next, next(12), before)
      let led = before
      for (const [key, value] of entriesThatDiffer(before, after)) {
        expect(value === undefined ? undefined : toHex(value)).not.toBe(contentOf(before).get(toHex(key)))
        led = value === undefined ? led.delete(key) : led.put(key, value)
      }
      expect(toHex(led.hash())).toBe(toHex(after.hash()))
      expect([...entriesThatDiffer(after, after)]).toEqual([])
      expect([...entriesThatDiffer(Trie.empty(), after)]).toHaveLength(contentOf(after).size)
    }
  })
})
