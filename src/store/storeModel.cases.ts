import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import type { Batch, Range, Store } from './store.ts'

/** Compares a store with a sorted map under random work. */
export function modelCases(kind: string, openNew: () => { store: Store; remove: () => void }): void {
  describe(`${kind}: against a model`, () => {
    it('behaves like a sorted map, through committed and failed writes', () => {
      const { store, remove } = openNew()
      try {
        fc.assert(
          fc.property(fc.array(step, { maxLength: 12 }), (steps) => agreeWithModel(store, steps)),
          { numRuns: 60 },
        )
      } finally {
        store.close()
        remove()
      }
    })
  })
}

/** Few different bytes, so that keys repeat, are prefixes of one another and reach both ends of the order. */
const modelKey = fc
  .array(fc.constantFrom(0, 1, 127, 128, 255), { minLength: 1, maxLength: 3 })
  .map((bytes) => Uint8Array.from(bytes))
const modelRange = fc.record(
  { start: modelKey, end: modelKey, reverse: fc.boolean(), limit: fc.nat({ max: 40 }) },
  { requiredKeys: [] },
)
const change = fc.record({
  key: modelKey,
  value: fc.option(fc.uint8Array({ maxLength: 300 }), { nil: undefined }),
})
const step = fc.record({
  changes: fc.array(change, { maxLength: 40 }),
  fails: fc.boolean(),
  range: modelRange,
  walked: fc.nat({ max: 10 }),
})

interface Step {
  changes: { key: Uint8Array; value: Uint8Array | undefined }[]
  fails: boolean
  range: Range
  walked: number
}

type Model = Map<string, { key: Uint8Array; value: Uint8Array }>

function agreeWithModel(store: Store, steps: Step[]): void {
  store.write((batch) => {
    for (const entry of batch.range('logIndex')) batch.delete('logIndex', entry.key)
  })
  let model: Model = new Map()
  for (const { changes, fails, range, walked } of steps) {
    const next: Model = new Map(model)
    const walk = store.range('logIndex', range)
    const begun = modelWalk(model, range).slice(0, walked)
    for (const expected of begun) expect(walk.next().value).toEqual(expected)
    attempt(store, fails, (batch) => {
      for (const { key, value } of changes) {
        apply(next, batch, key, value)
        expect(batch.get('logIndex', key)).toEqual(value)
      }
      expect([...batch.range('logIndex', range)]).toEqual(modelWalk(next, range))
    })
    if (!fails) model = next
    expect(store.snapshot((reader) => [...reader.range('logIndex', range)])).toEqual(modelWalk(model, range))
    expect([...walk]).toEqual(modelWalk(model, restOf(range, begun)))
  }
}

function apply(model: Model, batch: Batch, key: Uint8Array, value: Uint8Array | undefined): void {
  if (value === undefined) {
    model.delete(toHexDigits(key))
    batch.delete('logIndex', key)
  } else {
    model.set(toHexDigits(key), { key, value })
    batch.put('logIndex', key, value)
  }
}

function attempt(store: Store, fails: boolean, work: (batch: Batch) => void): void {
  const deliberate = new Error('deliberate')
  const attempted = (): void =>
    store.write((batch) => {
      work(batch)
      if (fails) throw deliberate
    })
  if (fails) expect(attempted).toThrow(deliberate)
  else attempted()
}

function modelWalk(
  model: Model,
  { start, end, reverse, limit }: Range,
): { key: Uint8Array; value: Uint8Array }[] {
  const inside = [...model.values()]
    .filter(({ key }) => (!start || compareBytes(key, start) >= 0) && (!end || compareBytes(key, end) < 0))
    .sort((a, b) => compareBytes(a.key, b.key))
  return (reverse ? inside.reverse() : inside).slice(0, limit)
}

/** The rest of a range after the walk has returned `begun`. */
function restOf(range: Range, begun: { key: Uint8Array }[]): Range {
  const last = begun.at(-1)?.key
  if (last === undefined) return range
  const limit = range.limit === undefined ? undefined : range.limit - begun.length
  return range.reverse
    ? { ...range, end: last, limit }
    : { ...range, start: Uint8Array.of(...last, 0), limit }
}
