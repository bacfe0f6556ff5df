import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BinaryHeap } from './binaryHeap.ts'

interface Item {
  rank: number
}

type Step = { readonly kind: 'push' | 'remove' | 'change'; readonly value: number; readonly pick: number }

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>('push', 'push', 'remove', 'change'),
    value: fc.nat(50),
    pick: fc.nat(1000),
  }),
  { maxLength: 80 },
)

describe('a binary heap', () => {
  it('keeps its order while items are added, removed and changed', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const items: Item[] = []
        const heap = new BinaryHeap<Item>((a, b) => a.rank < b.rank)
        for (const { kind, value, pick } of script) {
          const chosen = items[pick % Math.max(1, items.length)]
          if (kind === 'push') {
            const item = { rank: value }
            items.push(item)
            heap.push(item)
          } else if (chosen && kind === 'remove') {
            heap.remove(chosen)
            expect(heap.has(chosen)).toBe(false)
            items.splice(items.indexOf(chosen), 1)
          } else if (chosen) {
            chosen.rank = value
            heap.fix(chosen)
          }
          expect(items.every((item) => heap.has(item))).toBe(true)
        }
        const popped = Array.from({ length: heap.size }, () => heap.pop()!.rank)
        expect(popped).toEqual(items.map(({ rank }) => rank).sort((a, b) => a - b))
      }),
      { numRuns: 200 },
    )
  })
})
