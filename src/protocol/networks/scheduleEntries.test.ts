import { describe, expect, it } from 'vitest'
import { regtest, testnet } from './definitions.ts'
import { isStarted, ruleEntries, upgradeEntries, withSchedule } from './upgradeSchedule.ts'

describe('the entries of a schedule', () => {
  it('list upgrades in the order of their release', () => {
    const entries = upgradeEntries(testnet)
    expect(entries.slice(6, 9)).toEqual([
      { name: 'papyrus200', height: 863_000 },
      { name: 'iris300', height: 2_060_500 },
      { name: 'hop400', height: 3_103_000 },
    ])
    expect(entries.at(-1)).toEqual({ name: 'tbd1000', height: undefined })
  })

  it('list rules in the order of their heights, those that never start last', () => {
    const entries = ruleEntries(testnet)
    const heights = entries.flatMap(({ height }) => height ?? [])
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect(entries.findIndex(({ height }) => height === undefined)).toBe(heights.length)
    expect(entries).toContainEqual({
      name: 'rskip398',
      height: 4_927_100,
      summary: 'The instruction PUSH0.',
    })
  })

  it('are those of a changed schedule', () => {
    const network = withSchedule(regtest, { upgrades: { arrowhead600: 5 }, rules: { rskip398: 7 } })
    expect(upgradeEntries(network)).toContainEqual({ name: 'arrowhead600', height: 5 })
    expect(upgradeEntries(network)).toContainEqual({ name: 'lovell700', height: 0 })
    expect(ruleEntries(network)).toContainEqual(expect.objectContaining({ name: 'rskip398', height: 7 }))
  })

  it('are started from their height on', () => {
    expect([4, 5, 6].map((at) => isStarted({ name: 'arrowhead600', height: 5 }, at))).toEqual([
      false,
      true,
      true,
    ])
    expect(isStarted({ name: 'tbd1000', height: undefined }, 1_000_000_000)).toBe(false)
  })
})
