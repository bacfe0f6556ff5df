import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keccak256 } from '../crypto/keccak256.ts'
import { asciiBytes } from '../primitives/bytes.ts'
import { copyStore } from './copyStore.ts'
import { memoryStore } from './memory/memoryStore.ts'
import { openStore } from './openStore.ts'
import type { Reader, Store } from './store.ts'

const keys = fc.uint8Array({ minLength: 1, maxLength: 3 })
const values = fc.uint8Array({ maxLength: 4 })
const contents = fc.array(
  fc.record({ table: fc.constantFrom('trie', 'meta', 'bodies'), key: keys, value: values } as const),
)

function filled(content: readonly { table: string; key: Uint8Array; value: Uint8Array }[]): Store {
  const store = memoryStore()
  store.write((batch) => {
    for (const { table, key, value } of content) {
      batch.put(table === 'trie' || table === 'bodies' ? table : 'meta', key, value)
    }
  })
  return store
}

const contentOf = (store: Store) =>
  (['trie', 'meta', 'bodies'] as const).map((table) => [...store.range(table)])

describe('a copy of a store', () => {
  it('has the tables of the source, whatever the target had', () => {
    fc.assert(
      fc.property(contents, contents, (wanted, before) => {
        const [source, target] = [filled(wanted), filled(before)]
        for (const _ of copyStore(source, target));
        expect(contentOf(target)).toEqual(contentOf(source))
      }),
      { numRuns: 100 },
    )
  })
})

describe('a copy in a folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cambium-copy-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const stamp = { network: 'regtest', genesisHash: new Uint8Array(32) }
  const open = (options = {}): Store => openStore({ ...stamp, path: folder, ...options })

  it('is refused before its first entry', () => {
    open({ acceptsIncomplete: true }).close()
    for (const readOnly of [false, true]) {
      expect(() => open({ readOnly })).toThrow(expect.objectContaining({ code: 'incomplete-copy' }))
    }
  })

  it('is not made from a table whose walk ends early, and stays incomplete', () => {
    const source = filled([{ table: 'trie', key: Uint8Array.of(1), value: Uint8Array.of(2) }])
    const damaged: Reader = {
      get: (table, key) => source.get(table, key),
      has: (table, key) => source.has(table, key),
      range: (table, range) => source.range(table, range),
      count: (table) => (table === 'trie' ? 3 : [...source.range(table)].length),
    }
    const target = open({ acceptsIncomplete: true })
    expect(() => [...copyStore(damaged, target)]).toThrow('of which 1 of 3 entries can be read')
    target.close()
    expect(() => open()).toThrow(expect.objectContaining({ code: 'incomplete-copy' }))
  })

  it('reports the part of all entries that it has copied', () => {
    const source = open()
    source.write((batch) => {
      for (let key = 0; key < 4; key++) batch.put('bodies', Uint8Array.of(key), Uint8Array.of(key))
      batch.put('trie', Uint8Array.of(1), Uint8Array.of(2))
    })
    const parts = [...copyStore(source, memoryStore())].map(({ part }) => part!)
    expect(parts).toEqual(parts.toSorted((one, other) => one - other))
    expect(new Set(parts).size).toBeGreaterThan(2)
    expect(parts.at(-1)).toBeLessThanOrEqual(1)
    source.close()
  })

  it('stays on full pages when more keys come at random places', () => {
    const stores = ['source', 'copy'].map((name) => open({ path: join(folder, name), flush: 'none' }))
    const [source, copy] = stores as [Store, Store]
    const put = (store: Store, first: number, end: number): void =>
      store.write((batch) => {
        for (let number = first; number < end; number++) {
          const hash = keccak256(asciiBytes(`${number}`))
          batch.put('transactions', hash, new Uint8Array(12))
        }
      })
    put(source, 0, 7_000)
    for (const _ of copyStore(source, copy));
    const [before, packed] = [source.usedBytes!()!, copy.usedBytes!()!]
    expect(packed).toBeLessThan(0.8 * before)
    // 4 % more, then 10 %.
    put(source, 7_000, 7_280)
    put(copy, 7_000, 7_280)
    expect(copy.usedBytes!()!).toBeLessThan(1.15 * packed)
    put(source, 7_280, 7_700)
    put(copy, 7_280, 7_700)
    expect(copy.usedBytes!()!).toBeLessThan(source.usedBytes!()!)
    expect([...copy.range('transactions')]).toEqual([...source.range('transactions')])
    for (const store of stores) store.close()
  })

  it('is refused while it is incomplete', () => {
    const source = filled([
      { table: 'meta', key: asciiBytes('chain.head'), value: Uint8Array.of(1) },
      { table: 'trie', key: Uint8Array.of(1), value: Uint8Array.of(2) },
    ])
    const target = open({ acceptsIncomplete: true })
    copyStore(source, target).next()
    target.close()
    for (const readOnly of [false, true]) {
      expect(() => open({ readOnly })).toThrow(expect.objectContaining({ code: 'incomplete-copy' }))
    }
    const again = open({ acceptsIncomplete: true })
    for (const _ of copyStore(source, again));
    again.close()
    const complete = open()
    expect(complete.get('meta', asciiBytes('chain.head'))).toEqual(Uint8Array.of(1))
    expect(complete.get('trie', Uint8Array.of(1))).toEqual(Uint8Array.of(2))
    complete.close()
  })
})
