import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asciiBytes, compareBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import type { StoreErrorCode } from './errors.ts'
import { maximumKeyLength } from './keys.ts'
import type { Batch, Range, Reader, Store } from './store.ts'
import { modelCases } from './storeModel.cases.ts'
import type { TableName } from './tables.ts'

const key = (...bytes: number[]): Uint8Array => Uint8Array.from(bytes)
const text = asciiBytes

const keysOf = (reader: Reader, range?: Range, table: TableName = 'canonical'): string[] =>
  [...reader.range(table, range)].map((entry) => toHexDigits(entry.key))

const refusal = (code: StoreErrorCode) => expect.objectContaining({ name: 'StoreError', code })

interface OpenedStore {
  readonly store: Store
  readonly remove: () => void
}

/** Opens a new store for each test and removes it after the test. */
function storeOfEachTest(openNew: () => OpenedStore): () => Store {
  let opened: OpenedStore | undefined
  afterEach(() => {
    opened?.store.close()
    opened?.remove()
  })
  return () => {
    opened = openNew()
    return opened.store
  }
}

/** The tests that every kind of store passes. */
export function storeCases(kind: string, openNew: () => OpenedStore): void {
  describe(`${kind}: reading and writing`, () => {
    const open = storeOfEachTest(openNew)
    let store: Store

    beforeEach(() => {
      store = open()
    })

    const fill = (...keys: Uint8Array[]): void =>
      store.write((batch) => {
        for (const one of keys) batch.put('canonical', one, one)
      })

    it('returns what was written, and undefined for absent keys', () => {
      store.write((batch) => batch.put('trie', text('a'), text('one')))
      expect(store.get('trie', text('a'))).toEqual(text('one'))
      expect(store.has('trie', text('a'))).toBe(true)
      expect(store.get('trie', text('b'))).toBeUndefined()
      expect(store.has('trie', text('b'))).toBe(false)
      expect(store.get('values', text('a'))).toBeUndefined()
    })

    it('distinguishes an empty value from an absent one', () => {
      store.write((batch) => batch.put('trie', text('a'), key()))
      expect(store.get('trie', text('a'))).toEqual(key())
      expect(store.has('trie', text('a'))).toBe(true)
      expect([...store.range('trie')]).toEqual([{ key: text('a'), value: key() }])
    })

    it('keeps values of every size', () => {
      const sizes = [1, 64, 65, 255, 256, 257, 2047, 2048, 2049, 4096, 40_000, 3_000_000]
      const value = (size: number): Uint8Array => new Uint8Array(size).map((_, i) => (i * 7 + size) & 0xff)
      store.write((batch) => {
        for (const size of sizes) batch.put('bodies', text(`${size}`), value(size))
      })
      for (const size of sizes) {
        expect(compareBytes(store.get('bodies', text(`${size}`))!, value(size))).toBe(0)
      }
      for (const entry of store.range('bodies')) {
        expect(compareBytes(entry.value, value(Number(Buffer.from(entry.key).toString())))).toBe(0)
      }
    })

    it('returns plain arrays that later reads and writes leave unchanged', () => {
      store.write((batch) => {
        for (let i = 0; i < 100; i++) batch.put('trie', key(i), new Uint8Array(100).fill(i))
      })
      const kept = Array.from({ length: 100 }, (_, i) => store.get('trie', key(i))!)
      const entries = [...store.range('trie')]
      store.write((batch) => {
        for (let i = 0; i < 100; i++) batch.put('trie', key(i), new Uint8Array(100).fill(255))
      })
      kept.forEach((value, i) => {
        expect(value).toEqual(new Uint8Array(100).fill(i))
        expect(entries[i]).toEqual({ key: key(i), value: new Uint8Array(100).fill(i) })
      })
    })

    it('is not affected when the caller changes a key it gave or an array it got', () => {
      const givenKey = text('a')
      store.write((batch) => batch.put('trie', givenKey, text('one')))
      givenKey.fill(0)
      store.get('trie', text('a'))!.fill(0)
      for (const entry of store.range('trie')) {
        entry.key.fill(0)
        entry.value.fill(0)
      }
      expect(store.get('trie', text('a'))).toEqual(text('one'))
    })

    it('overwrites and deletes values, and ignores the deletion of an absent key', () => {
      fill(key(1), key(2))
      store.write((batch) => {
        batch.put('canonical', key(1), text('new'))
        batch.delete('canonical', key(2))
        batch.delete('canonical', key(3))
      })
      expect([...store.range('canonical')]).toEqual([{ key: key(1), value: text('new') }])
    })

    it('accepts keys of 1 to 1978 bytes and rejects others in every method', () => {
      const longest = new Uint8Array(maximumKeyLength).fill(255)
      fill(longest, key(0))
      expect(store.get('canonical', longest)).toEqual(longest)
      expect([...store.range('canonical')].map((entry) => entry.key)).toEqual([key(0), longest])
      expect([...store.range('canonical', { reverse: true })].map((entry) => entry.key)).toEqual([
        longest,
        key(0),
      ])
      for (const wrong of [key(), new Uint8Array(maximumKeyLength + 1), new Uint8Array(10_000)]) {
        expect(() => store.get('trie', wrong)).toThrow(refusal('invalid-key'))
        expect(() => store.has('trie', wrong)).toThrow(refusal('invalid-key'))
        expect(() => store.write((batch) => batch.put('trie', wrong, key()))).toThrow(refusal('invalid-key'))
        expect(() => store.write((batch) => batch.delete('trie', wrong))).toThrow(refusal('invalid-key'))
      }
      expect(() => store.range('trie', { end: new Uint8Array(10_000) })).toThrow(refusal('invalid-key'))
    })

    it('walks keys in the order of unsigned bytes', () => {
      fill(key(255), key(0, 0), key(128), key(0), key(127, 255), key(1))
      const ascending = ['00', '0000', '01', '7fff', '80', 'ff']
      expect(keysOf(store)).toEqual(ascending)
      expect(keysOf(store, { reverse: true })).toEqual(ascending.reverse())
    })

    it('walks from the start, inclusive, to the end, exclusive, in both directions', () => {
      fill(...[1, 2, 3, 4, 5].map((byte) => key(byte)))
      const range = { start: key(2), end: key(4) }
      expect(keysOf(store, range)).toEqual(['02', '03'])
      expect(keysOf(store, { ...range, reverse: true })).toEqual(['03', '02'])
      expect(keysOf(store, { start: key(4) })).toEqual(['04', '05'])
      expect(keysOf(store, { end: key(3), reverse: true })).toEqual(['02', '01'])
      expect(keysOf(store, { start: key(3, 0), end: key(4, 1), reverse: true })).toEqual(['04'])
      expect(keysOf(store, { start: key(), limit: 1 })).toEqual(['01'])
      expect(keysOf(store, { reverse: true, limit: 2 })).toEqual(['05', '04'])
    })

    it('finds no entries in an empty range', () => {
      fill(key(1), key(2))
      const empty: Range[] = [
        { start: key(2), end: key(1) },
        { start: key(1), end: key(1) },
        { end: key() },
        { start: key(3) },
        { limit: 0 },
      ]
      for (const range of empty) {
        expect(keysOf(store, range)).toEqual([])
        expect(keysOf(store, { ...range, reverse: true })).toEqual([])
      }
      expect(keysOf(store, {}, 'headers')).toEqual([])
    })

    it('walks thousands of entries and large values completely', () => {
      const number = (n: number): Uint8Array => key(n >> 8, n & 0xff)
      store.write((batch) => {
        for (let n = 0; n < 5000; n++) batch.put('canonical', number(n), number(n))
        for (let n = 0; n < 20; n++) batch.put('bodies', number(n), new Uint8Array(200_000).fill(n))
      })
      const up = [...store.range('canonical')].map((entry) => compareBytes(entry.key, entry.value))
      expect(up).toHaveLength(5000)
      expect(up.every((order) => order === 0)).toBe(true)
      expect(keysOf(store, { reverse: true })).toEqual(keysOf(store).reverse())
      expect([...store.range('bodies', { reverse: true })].map((entry) => entry.value[0])).toEqual(
        Array.from({ length: 20 }, (_, n) => 19 - n),
      )
    })

    it('shows changes made during a walk', () => {
      fill(key(1), key(3), key(5))
      const walk = store.range('canonical')
      expect(walk.next().value?.key).toEqual(key(1))
      store.write((batch) => {
        batch.put('canonical', key(2), key())
        batch.delete('canonical', key(3))
        batch.put('canonical', key(6), key())
      })
      expect([...walk].map((entry) => entry.key)).toEqual([key(2), key(5), key(6)])
    })

    it('lets a write delete the entries it walks over', () => {
      fill(...Array.from({ length: 200 }, (_, i) => key(i)))
      store.write((batch) => {
        for (const entry of batch.range('canonical', { start: key(50), end: key(150) })) {
          batch.delete('canonical', entry.key)
        }
      })
      expect([...store.range('canonical')]).toHaveLength(100)
      store.write((batch) => {
        for (const entry of batch.range('canonical', { reverse: true })) batch.delete('canonical', entry.key)
      })
      expect([...store.range('canonical')]).toEqual([])
    })

    it('is not blocked by a walk that was abandoned', () => {
      fill(key(1), key(2), key(3))
      for (let i = 0; i < 2000; i++) store.range('canonical').next()
      fill(key(4))
      expect(keysOf(store)).toEqual(['01', '02', '03', '04'])
    })
  })

  describe(`${kind}: writes and snapshots`, () => {
    const open = storeOfEachTest(openNew)
    let store: Store

    beforeEach(() => {
      store = open()
      store.write((batch) => {
        batch.put('headers', key(1), text('old'))
        batch.put('meta', text('head'), key(1))
      })
    })

    const head = (): Uint8Array | undefined => store.get('meta', text('head'))

    it('returns what the work returns', () => {
      expect(store.write(() => 'written')).toBe('written')
      expect(store.snapshot((reader) => reader.get('headers', key(1)))).toEqual(text('old'))
    })

    it('shows a write its own changes, through the batch and through the store', () => {
      store.write((batch) => {
        batch.put('headers', key(2), text('new'))
        batch.delete('headers', key(1))
        for (const reader of [batch, store]) {
          expect(reader.get('headers', key(2))).toEqual(text('new'))
          expect(reader.has('headers', key(1))).toBe(false)
          expect(keysOf(reader, {}, 'headers')).toEqual(['02'])
        }
      })
    })

    it('discards all changes and rethrows when the work throws', () => {
      keysOf(store, {}, 'headers')
      const problem = new Error('no')
      const failing = (): void =>
        store.write((batch) => {
          batch.put('headers', key(1), text('changed'))
          batch.put('headers', key(1), text('again'))
          batch.put('headers', key(2), text('added'))
          batch.delete('headers', key(2))
          batch.delete('meta', text('head'))
          throw problem
        })
      expect(failing).toThrow(problem)
      expect([...store.range('headers')]).toEqual([{ key: key(1), value: text('old') }])
      expect(head()).toEqual(key(1))
    })

    it('can write after a failed write', () => {
      expect(() => store.write(() => Promise.resolve())).toThrow(refusal('asynchronous-work'))
      store.write((batch) => batch.put('meta', text('head'), key(2)))
      expect(head()).toEqual(key(2))
    })

    it('rejects asynchronous work and discards its changes', () => {
      const asynchronous = async (batch: Batch): Promise<void> => {
        batch.put('meta', text('head'), key(9))
        await Promise.resolve()
        batch.put('meta', text('head'), key(10))
      }
      expect(() => store.write(asynchronous)).toThrow(refusal('asynchronous-work'))
      expect(() => store.snapshot(() => Promise.reject(new Error('unseen')))).toThrow(
        refusal('asynchronous-work'),
      )
      expect(head()).toEqual(key(1))
    })

    it('rejects a nested write; the outer write commits or fails as a whole', () => {
      const nested = (): void =>
        store.write((batch) => {
          batch.put('meta', text('head'), key(2))
          store.write((inner) => inner.put('meta', text('head'), key(3)))
        })
      expect(nested).toThrow(refusal('nested-write'))
      expect(head()).toEqual(key(1))
    })

    it('rejects a write inside a snapshot and a snapshot inside a write', () => {
      expect(() => store.snapshot(() => store.write(() => {}))).toThrow(refusal('write-in-snapshot'))
      expect(() => store.write(() => store.snapshot(() => {}))).toThrow(refusal('snapshot-in-write'))
      expect(store.snapshot(() => store.snapshot((reader) => reader.has('headers', key(1))))).toBe(true)
    })

    it('rejects changes through a batch whose write has ended', () => {
      const leaked = store.write((batch) => batch)
      expect(() => leaked.put('meta', text('head'), key(2))).toThrow(refusal('batch-over'))
      expect(() => leaked.delete('meta', text('head'))).toThrow(refusal('batch-over'))
    })

    it('rejects any use after it was closed, except a second close', () => {
      const walk = store.range('headers')
      store.close()
      store.close()
      const uses = [
        () => store.get('headers', key(1)),
        () => store.has('headers', key(1)),
        () => store.range('headers'),
        () => walk.next(),
        () => store.write(() => {}),
        () => store.snapshot(() => {}),
      ]
      for (const use of uses) expect(use).toThrow(refusal('closed'))
    })

    it('cannot be closed while work is running', () => {
      expect(() => store.write(() => store.close())).toThrow(refusal('close-in-work'))
      expect(() => store.snapshot(() => store.close())).toThrow(refusal('close-in-work'))
      expect(head()).toEqual(key(1))
    })
  })

  modelCases(kind, openNew)
}
