import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paidUpAfter, type Rate, waitMs } from './rate.ts'

const rate: Rate = { burst: 3, perSecond: 2 }

describe('a rate', () => {
  it('lets a burst pass at once and then one unit every half second', () => {
    let paidUpAt = 0
    for (let unit = 0; unit < 3; unit++) {
      expect(waitMs(paidUpAt, rate, 1, 1000)).toBe(0)
      paidUpAt = paidUpAfter(paidUpAt, rate, 1, 1000)
    }
    expect(waitMs(paidUpAt, rate, 1, 1000)).toBe(500)
    expect(waitMs(paidUpAt, rate, 1, 1500)).toBe(0)
  })

  it('lets more units than the burst wait until everything is paid up', () => {
    const paidUpAt = paidUpAfter(0, rate, 1, 1000)
    expect(waitMs(paidUpAt, rate, 10, 1000)).toBe(500)
    expect(waitMs(paidUpAt, rate, 10, 1500)).toBe(0)
    expect(paidUpAfter(paidUpAt, rate, 10, 1500)).toBe(6500)
  })

  it('never lets more units pass than the burst and those earned since', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 100 })
    fc.assert(
      fc.property(gaps, (waits) => {
        let now = 0
        let paidUpAt = 0
        let passed = 0
        for (const wait of waits) {
          now += wait
          if (waitMs(paidUpAt, rate, 1, now) > 0) continue
          paidUpAt = paidUpAfter(paidUpAt, rate, 1, now)
          passed++
        }
        expect(passed).toBeLessThanOrEqual(rate.burst + (now / 1000) * rate.perSecond)
      }),
    )
  })
})
