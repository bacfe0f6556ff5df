import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReplicaSource, Store } from '../store.ts'
import { type TableName, tableNames } from '../tables.ts'
import { memoryStore } from './memoryStore.ts'
import { addToReplica } from './replica.ts'

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

const contentOf = (store: Store) =>
  tableNames.map((table) => [...store.range(table)].map(({ key, value }) => [textOf(key), textOf(value)]))

/** The source of a copy of a store, and the copy. */
function replicaOf(store: Store): { source: ReplicaSource; copy: Store } {
  return { source: store.replicate!(), copy: memoryStore() }
}

/** Brings the copy up to date and returns the number of parts. */
function update(source: ReplicaSource, copy: Store): number {
  for (let parts = 1; ; parts++) {
    const { packed, isLast } = source.take()
    addToReplica(copy, packed)
    if (isLast) return parts
  }
}

const tables: readonly TableName[] = ['meta', 'clusters']
const write = fc.array(
  fc.record({
    table: fc.constantFrom(...tables),
    key: fc.uint8Array({ minLength: 1, maxLength: 2, max: 3 }),
    value: fc.option(fc.uint8Array({ maxLength: 40 }), { nil: undefined }),
  }),
)

describe('a copy of a store in memory', () => {
  it('equals the store whenever it is brought up to date', () => {
    const rounds = fc.array(fc.record({ write, fails: fc.boolean(), updates: fc.boolean() }))
    fc.assert(
      fc.property(write, rounds, (first, later) => {
        const store = memoryStore()
        const apply = (changes: typeof first, fails: boolean): void =>
          store.write((batch) => {
            for (const { table, key, value } of changes) {
              if (value === undefined) batch.delete(table, key)
              else batch.put(table, key, value)
            }
            if (fails) throw new Error('failed')
          })
        apply(first, false)
        const { source, copy } = replicaOf(store)
        for (const { write: changes, fails, updates } of later) {
          if (fails) expect(() => apply(changes, true)).toThrow('failed')
          else apply(changes, false)
          if (!updates) continue
          update(source, copy)
          expect(contentOf(copy)).toEqual(contentOf(store))
        }
      }),
    )
  })

  it('comes in parts, between which the store may change', () => {
    const store = memoryStore()
    const key = (index: number): Uint8Array => Uint8Array.of(index)
    const put = (index: number, byte: number): void =>
      store.write((batch) => batch.put('values', key(index), new Uint8Array(400_000).fill(byte)))
    for (let index = 0; index < 10; index++) put(index, 1)
    const { source, copy } = replicaOf(store)
    for (let index = 0; index < 3; index++) {
      const { packed, isLast } = source.take()
      expect(isLast).toBe(false)
      addToReplica(copy, packed)
      put(index, 2)
      put(10 + index, 2)
      store.write((batch) => batch.delete('values', key(9 - index)))
    }
    expect(update(source, copy)).toBeGreaterThan(1)
    expect(contentOf(copy)).toEqual(contentOf(store))
    expect(update(source, copy)).toBe(1)
  })

  it('lacks a key once, however often it was written', () => {
    const store = memoryStore()
    const { source, copy } = replicaOf(store)
    update(source, copy)
    expect(source.take().packed.length).toBe(0)
    for (let count = 0; count < 1000; count++)
      store.write((batch) => batch.put('meta', Uint8Array.of(1), Uint8Array.of(count & 0xff)))
    expect(source.take().packed.length).toBe(9)
  })

  it('has about the size of the store, and records nothing after it was closed', () => {
    const store = memoryStore()
    const { source } = replicaOf(store)
    store.write((batch) => batch.put('meta', Uint8Array.of(1), new Uint8Array(5000)))
    expect(source.copyBytes).toBe(5200)
    store.write((batch) => batch.delete('meta', Uint8Array.of(1)))
    expect(source.copyBytes).toBe(0)
    source.close()
    store.write((batch) => batch.put('meta', Uint8Array.of(1), new Uint8Array(5000)))
    expect(source.take()).toMatchObject({ packed: { length: 0 }, isLast: true })
  })
})
