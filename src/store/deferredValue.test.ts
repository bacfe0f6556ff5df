import { describe, expect, it } from 'vitest'
import { asciiBytes } from '../primitives/bytes.ts'
import { ChangeLayer } from './changeLayer.ts'
import { DeferredValue } from './deferredValue.ts'
import { memoryStore } from './memory/memoryStore.ts'
import type { Reader, Store } from './store.ts'

const key = asciiBytes('key')
const bytes = asciiBytes('value')

function counted(weight = 10) {
  let encoded = 0
  const value = new DeferredValue(weight, () => {
    encoded++
    return bytes
  })
  return { value, times: () => encoded }
}

function written(store: Store, at: Uint8Array, value: DeferredValue): void {
  const layer = new ChangeLayer(store)
  expect(layer.putDeferred('meta', at, value)).toBe(true)
  store.write((batch) => layer.applyTo(batch))
}

describe('a deferred value', () => {
  it('of a store in memory is encoded by its first reader, once', () => {
    const store = memoryStore()
    const { value, times } = counted()
    written(store, key, value)
    expect(store.has('meta', key)).toBe(true)
    expect(times()).toBe(0)
    expect(store.get('meta', key)).toEqual(bytes)
    expect([...store.range('meta')]).toEqual([{ key, value: bytes }])
    expect(times()).toBe(1)
  })

  it('is read through the layer before it is stored', () => {
    const layer = new ChangeLayer(memoryStore())
    layer.putDeferred('meta', key, counted().value)
    expect(layer.get('meta', key)).toEqual(bytes)
    expect([...layer.range('meta')]).toEqual([{ key, value: bytes }])
  })

  it('is encoded when newer ones hold too much memory', () => {
    const store = memoryStore()
    const oldest = counted()
    written(store, key, oldest.value)
    written(store, asciiBytes('next'), counted(1 << 30).value)
    expect(oldest.times()).toBe(1)
    expect(store.get('meta', key)).toEqual(bytes)
  })

  it('disappears with a write that fails', () => {
    const store = memoryStore()
    const layer = new ChangeLayer(store)
    layer.putDeferred('meta', key, counted().value)
    const failing = (): void =>
      store.write((batch) => {
        layer.applyTo(batch)
        throw new Error('full')
      })
    expect(failing).toThrow('full')
    expect(store.has('meta', key)).toBe(false)
  })

  it('is refused over a reader that others may write', () => {
    const store = memoryStore()
    const shared: Reader = {
      get: (table, at) => store.get(table, at),
      has: (table, at) => store.has(table, at),
      range: (table, range) => store.range(table, range),
    }
    expect(new ChangeLayer(shared).putDeferred('meta', key, counted().value)).toBe(false)
  })
})
