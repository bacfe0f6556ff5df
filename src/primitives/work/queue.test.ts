import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Queue } from './queue.ts'

it('a queue gives its items back in their order, whenever they are added and taken', () => {
  const changes = fc.array(fc.oneof(fc.nat({ max: 3_000 }), fc.constant('clear' as const)), { maxLength: 12 })
  fc.assert(
    fc.property(changes, fc.nat({ max: 3_000 }), (additions, takenEach) => {
      const queue = new Queue<number>()
      let expected: number[] = []
      let next = 0
      for (const change of additions) {
        if (change === 'clear') {
          queue.clear()
          expected = []
          continue
        }
        for (let count = 0; count < change; count++) {
          expected.push(next)
          queue.add(next++)
        }
        expect(queue.first).toBe(expected[0])
        for (let count = 0; count < takenEach; count++) if (queue.take() !== expected[count]) expect.fail()
        expected.splice(0, takenEach)
        expect(queue.length).toBe(expected.length)
      }
    }),
    { numRuns: 30 },
  )
})
