import { describe, expect, it } from 'vitest'
import { mainnet, networks, regtest, testnet } from './definitions.ts'
import {
  isStarted,
  readSchedule,
  ruleEntries,
  ScheduleError,
  scheduleText,
  type UpgradeSchedule,
  upgradeEntries,
  withSchedule,
} from './upgradeSchedule.ts'
import { upgradeNames } from './upgrades.ts'

const scheduled = (schedule: UpgradeSchedule) => withSchedule(regtest, schedule).activations

function refused(schedule: UpgradeSchedule): string {
  try {
    scheduled(schedule)
  } catch (error) {
    if (error instanceof ScheduleError) return error.message
    throw error
  }
  throw new Error('the schedule was accepted')
}

describe('a schedule of upgrades', () => {
  it('changes no rule when it is empty', () => {
    for (const network of Object.values(networks)) {
      expect(withSchedule(network, {}).activations).toEqual(network.activations)
    }
  })

  it('moves the rules of an upgrade; other upgrades keep the heights of the network', () => {
    const { upgrades, activations } = withSchedule(regtest, { upgrades: { iris300: 150 } })
    const { rskip144, rskip150, rskip197, rskip271, umm } = activations
    expect({ rskip150, rskip197, rskip271, rskip144, umm }).toEqual({
      rskip150: 0,
      rskip197: 150,
      rskip271: 0,
      rskip144: 1,
      umm: 1,
    })
    expect(upgrades).toEqual({ ...regtest.upgrades, iris300: 150 })
  })

  it('lets upgrades start in any order', () => {
    const { rskip529, rskip540 } = scheduled({ upgrades: { vetiver900: 100, reed810: 150, orchid: 120 } })
    expect({ rskip529, rskip540 }).toEqual({ rskip529: 150, rskip540: 100 })
  })

  it('delays a rule until those it needs, and leaves it out without them', () => {
    expect(scheduled({ upgrades: { iris300: 150 } })).toMatchObject({ rskip201: 150, rskip353: 150 })
    expect(scheduled({ upgrades: { orchid: -1 } })).toMatchObject({ rskip91: -1, rskip103: -1, rskip92: -1 })
    expect(scheduled({ upgrades: { reed810: -1 } })).toMatchObject({
      rskip351: -1,
      rskip144: -1,
      rskip535: -1,
    })
  })

  it('gives single rules a height, the height of an upgrade, or none at all', () => {
    const { rskip97, rskip252, umm } = scheduled({
      upgrades: { orchid: 10, fingerroot500: 20 },
      rules: { rskip97: 'orchid', rskipUMM: 30, rskip252: -1 },
    })
    expect({ rskip97, rskip252, umm }).toEqual({ rskip97: 10, rskip252: -1, umm: 30 })
  })

  it('keeps rules that a network never has', () => {
    expect(scheduled({ upgrades: { orchid: 10 } }).rskip97).toBe(-1)
  })

  it.each<[string, UpgradeSchedule, RegExp]>([
    ['an unknown upgrade', { upgrades: { iris: 3 } }, /^upgrades\.iris: unknown upgrade; there are bahamas/],
    ['an unknown rule', { rules: { rskip1: 3 } }, /^rules\.rskip1: unknown rule/],
    [
      'a rule of an unknown upgrade',
      { rules: { rskip97: 'iris' } },
      /^rules\.rskip97: unknown upgrade "iris"/,
    ],
    ['a negative height', { upgrades: { iris300: -2 } }, /^upgrades\.iris300: -2 is not a height/],
    ['a fraction', { rules: { rskip97: 1.5 } }, /^rules\.rskip97: 1\.5 is not a height/],
    [
      'a rule before the rule it needs',
      { rules: { rskip351: 50, rskip144: 10 } },
      /^rules\.rskip144: starts at 10, but needs rskip351, which starts at 50/,
    ],
    [
      'a rule without the rule it needs',
      { rules: { rskip91: -1 } },
      /^rules\.rskip103: starts at 0, but needs rskip91, which never starts/,
    ],
  ])('is refused for %s', (_, schedule, message) => {
    expect(refused(schedule)).toMatch(message)
  })

  it('of every network satisfies what its rules need', () => {
    for (const network of Object.values(networks)) expect(() => withSchedule(network, {})).not.toThrow()
  })

  it('is described by the rules that differ from the network’s own', () => {
    expect(scheduleText(mainnet)).toBe('')
    const changed = withSchedule(regtest, { rules: { rskip559: -1, rskip252: 7 } })
    expect(scheduleText(changed)).toBe('rskip252=7 rskip559=-1')
  })
})

describe('a schedule file', () => {
  it('holds upgrades and rules', () => {
    const text =
      '{"note": "…", "network": "regtest", "upgrades": {"iris300": 3}, "rules": {"rskip97": "orchid"}}'
    expect(readSchedule(text)).toEqual({ upgrades: { iris300: 3 }, rules: { rskip97: 'orchid' } })
    expect(readSchedule('{}')).toEqual({ upgrades: {}, rules: {} })
  })

  it.each([
    ['text that ends early', '{\n  "upgrades": {', /^schedule: is not JSON: .*, at line 2, column 16$/],
    ['text that is not JSON', '{\n  upgrades: {}}', /^schedule: is not JSON: .*, at line 2, column 3$/],
    ['a list', '[]', /^schedule: is not a JSON object/],
    ['another member', '{"heights": {}}', /^heights: unknown member; a schedule is an object such as/],
    ['upgrades that are no object', '{"upgrades": []}', /^upgrades: is not an object such as \{/],
    ['a height as text', '{"upgrades": {"iris300": "3"}}', /^upgrades\.iris300: is not a height/],
    ['a rule that is no height', '{"rules": {"rskip97": null}}', /^rules\.rskip97: is not a height or/],
  ])('is refused for %s', (_, text, message) => {
    expect(() => readSchedule(text)).toThrow(message)
  })
})

describe('the entries of a schedule', () => {
  it('list upgrades in the order of their release', () => {
    const entries = upgradeEntries(testnet)
    expect(entries.map(({ name }) => name)).toEqual(upgradeNames)
    expect(entries).toContainEqual({ name: 'iris300', height: 2_060_500 })
    expect(entries).toContainEqual({ name: 'tbd1000', height: undefined })
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
