import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChangeLayer } from './changeLayer.ts'
import { memoryStore } from './memory/memoryStore.ts'
import type { Batch, Range, Reader } from './store.ts'

/** Few different bytes, so that keys repeat and are prefixes of one another. */
const key = fc
  .array(fc.constantFrom(0, 1, 128, 255), { minLength: 1, maxLength: 3 })
  .map((bytes) => Uint8Array.from(bytes))
const change = fc.record({ key, value: fc.option(fc.uint8Array({ maxLength: 4 }), { nil: undefined }) })
const changes = fc.array(change, { maxLength: 30 })
const range = fc.record(
  { start: key, end: key, reverse: fc.boolean(), limit: fc.nat({ max: 20 }) },
  { requiredKeys: [] },
)

type Change = { key: Uint8Array; value: Uint8Array | undefined }

function make(batch: Batch, list: readonly Change[]): void {
  for (const { key, value } of list) {
    if (value === undefined) batch.delete('logIndex', key)
    else batch.put('logIndex', key, value)
  }
}

const walked = (reader: Reader, asked: Range) =>
  [...reader.range('logIndex', asked)].map(({ key, value }) => [[...key], [...value]])

describe('a layer of changes', () => {
  it('reads like the store after the same changes, and applies them to it', () => {
    fc.assert(
      fc.property(changes, changes, range, key, (before, after, asked, looked) => {
        const [below, changed] = [memoryStore(), memoryStore()]
        for (const store of [below, changed]) store.write((batch) => make(batch, before))
        changed.write((batch) => make(batch, after))
        const layer = new ChangeLayer(below)
        make(layer, after)

        expect(walked(layer, asked)).toEqual(walked(changed, asked))
        expect(layer.get('logIndex', looked)).toEqual(changed.get('logIndex', looked))
        expect(layer.has('logIndex', looked)).toBe(changed.has('logIndex', looked))
        below.write((batch) => layer.applyTo(batch))
        expect(walked(below, {})).toEqual(walked(changed, {}))
      }),
    )
  })

  it('applies changes that the same write can read and change further, and that a failing write discards', () => {
    fc.assert(
      fc.property(changes, changes, changes, fc.boolean(), (before, after, later, fails) => {
        const [below, changed] = [memoryStore(), memoryStore()]
        for (const store of [below, changed]) store.write((batch) => make(batch, before))
        const unchanged = walked(below, {})
        changed.write((batch) => make(batch, after))
        const layer = new ChangeLayer(below)
        make(layer, after)
        const failure = new Error('failed')
        const write = () =>
          below.write((batch) => {
            layer.applyTo(batch)
            expect(walked(batch, {})).toEqual(walked(changed, {}))
            make(batch, later)
            if (fails) throw failure
          })
        if (fails) expect(write).toThrow(failure)
        else write()
        changed.write((batch) => make(batch, later))
        expect(walked(below, {})).toEqual(fails ? unchanged : walked(changed, {}))
      }),
    )
  })

  it('applies its changes in key order, each key once', () => {
    const layer = new ChangeLayer(memoryStore())
    for (const byte of [7, 3, 200, 3]) layer.put('trie', Uint8Array.of(byte), Uint8Array.of(byte))
    layer.delete('headers', Uint8Array.of(9))
    const made: string[] = []
    const batch = new ChangeLayer(memoryStore())
    batch.put = (table, key) => void made.push(`put ${table} ${key}`)
    batch.delete = (table, key) => void made.push(`delete ${table} ${key}`)
    layer.applyTo(batch)
    expect(made).toEqual(['delete headers 9', 'put trie 3', 'put trie 7', 'put trie 200'])
  })

  it('returns copies', () => {
    const layer = new ChangeLayer(memoryStore())
    layer.put('meta', Uint8Array.of(1), Uint8Array.of(5))
    layer.get('meta', Uint8Array.of(1))!.fill(0)
    expect(layer.get('meta', Uint8Array.of(1))).toEqual(Uint8Array.of(5))
  })
})
