import { expect, it } from 'vitest'
import { ChangeLayer } from './changeLayer.ts'
import { memoryStore } from './memory/memoryStore.ts'
import type { PostponedChange } from './postponedChange.ts'
import type { Reader } from './store.ts'

const key = Uint8Array.of(1)

/** Adds its letter to the value of the key. */
class Letter implements PostponedChange {
  readonly weight: number
  readonly letter: string

  constructor(letter: string, weight = 1) {
    this.letter = letter
    this.weight = weight
  }

  makeAll(...[changes, table]: Parameters<PostponedChange['makeAll']>): void {
    const before = Buffer.from(table.get('logIndex', key) ?? []).toString()
    const added = changes.map((change) => (change instanceof Letter ? change.letter : '?')).join('')
    table.put('logIndex', key, Buffer.from(`${before}(${added})`))
  }
}

const valueIn = (reader: Reader): string => Buffer.from(reader.get('logIndex', key) ?? []).toString()

it('postponed changes are made together when their table is read', () => {
  const store = memoryStore()
  for (const letter of ['a', 'b']) store.write((batch) => batch.postpone?.('logIndex', new Letter(letter)))
  expect(store.get('meta', key)).toBeUndefined()
  expect(valueIn(store)).toBe('(ab)')
  store.write((batch) => batch.postpone?.('logIndex', new Letter('c')))
  expect([...store.range('logIndex')].map(({ value }) => Buffer.from(value).toString())).toEqual(['(ab)(c)'])
})

it('a write sees those of earlier ones, and its own are lost with it', () => {
  const store = memoryStore()
  store.write((batch) => batch.postpone?.('logIndex', new Letter('a')))
  const failing = (isRead: boolean) => () =>
    store.write((batch) => {
      batch.postpone?.('logIndex', new Letter('b'))
      if (isRead) expect(valueIn(batch)).toBe('(ab)')
      throw new Error('no')
    })
  expect(failing(true)).toThrow('no')
  expect(failing(false)).toThrow('no')
  expect(valueIn(store)).toBe('(a)')
})

it('a layer makes its own when it is read, and passes on what was not', () => {
  const store = memoryStore()
  const layer = new ChangeLayer(store)
  layer.postpone('logIndex', new Letter('a'))
  expect(valueIn(layer)).toBe('(a)')
  expect(valueIn(store)).toBe('')
  layer.postpone('logIndex', new Letter('b'))
  layer.postpone('logIndex', new Letter('c'))
  store.write((batch) => layer.applyTo(batch))
  expect(valueIn(store)).toBe('(a)(bc)')
})

it('they are made when they hold too much', () => {
  const store = memoryStore()
  for (const letter of ['a', 'b', 'c']) {
    store.write((batch) => batch.postpone?.('logIndex', new Letter(letter, 9_000_000)))
  }
  expect(valueIn(store)).toBe('(ab)(c)')
})
