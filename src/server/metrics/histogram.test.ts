import { describe, expect, it } from 'vitest'
import { Histogram } from './histogram.ts'

describe('a histogram', () => {
  const of = (...values: readonly number[]): Histogram => {
    const histogram = new Histogram([1, 10, 100])
    for (const value of values) histogram.add(value)
    return histogram
  }

  it('estimates quantiles within the range of the value', () => {
    const histogram = of(...Array.from({ length: 90 }, () => 0.5), ...Array.from({ length: 10 }, () => 50))
    expect(histogram.quantile(0.5)).toBeLessThanOrEqual(1)
    expect(histogram.quantile(0.99)).toBeGreaterThan(10)
    expect(histogram.quantile(0.99)).toBeLessThanOrEqual(100)
  })

  it('answers the highest bound for values beyond it', () => {
    expect(of(1_000).quantile(0.5)).toBe(100)
  })

  it('has no quantile without values', () => {
    expect(of().quantile(0.5)).toBeUndefined()
  })
})
