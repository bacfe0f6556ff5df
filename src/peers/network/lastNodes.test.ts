import { describe, expect, it } from 'vitest'
import { asciiBytes } from '../../primitives/bytes.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Enode } from '../identity/enode.ts'
import { identityOf } from '../identity/nodeIdentity.ts'
import { keepLastNodes, lastNodes } from './lastNodes.ts'

const node = (number: number): Enode => ({
  id: identityOf(new Uint8Array(32).fill(number)).id,
  host: number % 2 === 0 ? '10.0.0.1' : '2001:db8::1',
  port: 5_000 + number,
})

describe('the nodes of the last run', () => {
  it('are loaded in the next run', () => {
    const store = memoryStore()
    expect(lastNodes(store)).toEqual([])
    keepLastNodes(store, [node(1), node(2)])
    expect(lastNodes(store)).toEqual([node(1), node(2)])
  })

  it('are limited to 64', () => {
    const store = memoryStore()
    keepLastNodes(
      store,
      Array.from({ length: 100 }, (_, index) => node(index + 1)),
    )
    expect(lastNodes(store)).toHaveLength(64)
  })

  it('are empty when the record is damaged', () => {
    const store = memoryStore()
    for (const damage of [Uint8Array.of(), Uint8Array.of(0xc2, 0x81), Uint8Array.of(0xc1, 0x05)]) {
      store.write((batch) => batch.put('meta', asciiBytes('peers.last'), damage))
      expect(lastNodes(store)).toEqual([])
    }
  })
})
