import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitsOf, maskedTarget, targetOf, workOf } from './target.ts'

describe('targets', () => {
  it.each([
    [0x1d00ffff, 0xffffn << 208n],
    [0x207fffff, 0x7fffffn << 232n],
    [0x01003456, 0n],
    [0x01123456, 0x12n],
    [0x02008000, 0x80n],
    [0x05009234, 0x92340000n],
    [0x04923456, -0x12345600n],
  ])('%i stands for %i', (bits, target) => {
    expect(targetOf(bits)).toBe(target)
  })

  it('keep three leading bytes in compact form', () => {
    expect(bitsOf(0x80n)).toBe(0x02008000)
    expect(bitsOf(0x92340000n)).toBe(0x05009234)
    expect(bitsOf(0xffffn << 208n)).toBe(0x1d00ffff)
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 255n }), (target) => {
        const bits = bitsOf(target)
        expect(bitsOf(targetOf(bits))).toBe(bits)
        expect(targetOf(bits)).toBeLessThanOrEqual(target)
        expect(maskedTarget(targetOf(bits), bits)).toBe(targetOf(bits))
      }),
      { numRuns: 200 },
    )
  })

  it('require work', () => {
    expect(workOf(targetOf(0x1d00ffff))).toBe(0x100010001n)
    expect(workOf(targetOf(0x207fffff))).toBe(2n)
  })
})
