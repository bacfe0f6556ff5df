import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CodeRegion } from './codeRegion.ts'

const regionSize = 1000

describe('the code region', () => {
  it('allocates pieces that do not overlap, and is whole again after all are released', () => {
    const actions = fc.array(
      fc.record({ size: fc.integer({ min: 1, max: 300 }), releases: fc.boolean(), which: fc.nat() }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(actions, (list) => {
        const region = new CodeRegion(64, regionSize)
        const held: { start: number; end: number }[] = []
        for (const { size, releases, which } of list) {
          if (releases && held.length > 0) {
            const [piece] = held.splice(which % held.length, 1)
            region.release(piece!.start, piece!.end)
            continue
          }
          const start = region.allocate(size)
          if (start === undefined) continue
          const piece = { start, end: start + size }
          expect(piece.start).toBeGreaterThanOrEqual(64)
          expect(piece.end).toBeLessThanOrEqual(64 + regionSize)
          for (const other of held) expect(piece.end <= other.start || piece.start >= other.end).toBe(true)
          held.push(piece)
        }
        for (const { start, end } of held) region.release(start, end)
        expect(region.allocate(regionSize)).toBe(64)
      }),
      { numRuns: 300 },
    )
  })
})
