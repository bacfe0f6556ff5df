import { describe, expect, it } from 'vitest'
import { SubmittedHashRates } from './submittedHashRates.ts'

const miner = (mark: number): Uint8Array => new Uint8Array(32).fill(mark)

function newRates() {
  const now = { ms: 0 }
  return { now, rates: new SubmittedHashRates(() => now.ms) }
}

describe('the submitted hash rates', () => {
  it('adds the rates of several miners, the latest report of each', () => {
    const { rates } = newRates()
    expect(rates.submit(miner(1), 100n)).toBe(true)
    rates.submit(miner(2), 50n)
    rates.submit(miner(1), 10n)
    expect(rates.total).toBe(60n)
  })

  it('counts a rate for ten minutes', () => {
    const { now, rates } = newRates()
    rates.submit(miner(1), 100n)
    now.ms = 300_000
    rates.submit(miner(2), 50n)
    now.ms = 599_999
    expect(rates.total).toBe(150n)
    now.ms = 600_000
    expect(rates.total).toBe(50n)
    rates.submit(miner(2), 70n)
    now.ms = 900_000
    expect(rates.total).toBe(70n)
  })

  it('refuses values out of range', () => {
    const { rates } = newRates()
    expect(rates.submit(new Uint8Array(31), 1n)).toBe(false)
    expect(rates.submit(miner(1), -1n)).toBe(false)
    expect(rates.submit(miner(1), 1n << 256n)).toBe(false)
    expect(rates.total).toBe(0n)
  })

  it('remembers at most ten thousand miners', () => {
    const { now, rates } = newRates()
    const numbered = (index: number): Uint8Array => {
      const id = new Uint8Array(32)
      new DataView(id.buffer).setUint32(0, index)
      return id
    }
    const accepted = Array.from({ length: 10_001 }, (_, index) => rates.submit(numbered(index), 1n))
    expect(accepted.filter(Boolean)).toHaveLength(10_000)
    expect(rates.submit(numbered(0), 2n)).toBe(true)
    expect(rates.total).toBe(10_001n)
    now.ms = 600_000
    expect(rates.submit(numbered(10_000), 1n)).toBe(true)
  })
})
