import { describe, expect, it } from 'vitest'
import { SourceRates } from './sourceRates.ts'

const plenty = { perSecond: 1e6, burst: 1e6 }

describe('rates of sources', () => {
  it('allow a burst, then the rate', () => {
    const rates = new SourceRates({ each: { perSecond: 2, burst: 3 }, together: plenty })
    expect([0, 0, 0, 0].map((now) => rates.spend('a', now))).toEqual([true, true, true, false])
    expect(rates.spend('b', 0)).toBe(true)
    expect(rates.spend('a', 499)).toBe(false)
    expect(rates.spend('a', 500)).toBe(true)
    expect(rates.spend('a', 500)).toBe(false)
    expect([0, 0, 0, 0].map(() => rates.spend('a', 10_000))).toEqual([true, true, true, false])
  })

  it('limit all sources together, without charging a source for a request refused on that account', () => {
    const rates = new SourceRates({ each: { perSecond: 1, burst: 1 }, together: { perSecond: 2, burst: 2 } })
    expect(['a', 'b', 'c'].map((source) => rates.spend(source, 0))).toEqual([true, true, false])
    expect(rates.spend('c', 500)).toBe(true)
  })

  it('count IPv6 addresses of one network as one source', () => {
    const rates = new SourceRates({ each: { perSecond: 1, burst: 1 }, together: plenty })
    const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']
    expect(addresses.map((address) => rates.spend(address, 0))).toEqual([true, false, true])
  })

  it('refuse new sources while too many are in debt, and accept them afterwards', () => {
    const rates = new SourceRates({ each: { perSecond: 1, burst: 1 }, together: plenty })
    const addresses = Array.from({ length: 10_000 }, (_, index) => `${index}`)
    expect(addresses.every((address) => rates.spend(address, 0))).toBe(true)
    expect(rates.spend('new', 0)).toBe(false)
    expect(rates.spend('new', 1000)).toBe(true)
  })
})
