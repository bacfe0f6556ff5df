import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../primitives/bytes.ts'
import { ByteQueue } from './byteQueue.ts'

describe('a byte queue', () => {
  it('returns the bytes in portions of other sizes', () => {
    const step = fc.record({
      put: fc.uint8Array({ maxLength: 9000 }),
      takeShare: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const queue = new ByteQueue()
        const taken: Uint8Array[] = []
        for (const { put, takeShare } of steps) {
          queue.push(put)
          taken.push(queue.take(Math.floor(queue.length * takeShare)).slice())
        }
        taken.push(queue.take(queue.length).slice())
        expect(Buffer.compare(concatBytes(...taken), concatBytes(...steps.map(({ put }) => put)))).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('throws when more bytes are taken than it holds', () => {
    const queue = new ByteQueue()
    queue.push(new Uint8Array(3))
    expect(() => queue.take(4)).toThrow(RangeError)
    expect(queue.take(3)).toHaveLength(3)
  })
})
