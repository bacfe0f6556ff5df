import { describe, expect, it } from 'vitest'
import { devnet, mainnet, networks, regtest, testnet } from './definitions.ts'
import { isActivating, isActive, type Network } from './network.ts'
import { rulesAt } from './rules.ts'
import { type RuleName, ruleNames } from './ruleTable.ts'

/** Heights on mainnet, testnet and regtest of the rules that follow one upgrade everywhere; -1 is never. */
const upgradesByRules: [mainnet: number, testnet: number, regtest: number, rules: RuleName[]][] = [
  [370_000, 114_000, -1, ['bridgeTransactionsArePaid']],
  [729_000, 0, 0, ['rskip85', 'rskip87', 'rskip88', 'rskip89', 'rskip90', 'rskip91', 'rskip92', 'rskip98']],
  [1_052_700, 0, 0, ['rskip103']],
  [1_591_000, 0, 0, ['rskip106', 'rskip110', 'rskip119', 'rskip120', 'rskip122', 'rskip123', 'rskip124']],
  [1_591_000, 0, 0, ['rskip125', 'rskip126']],
  [3_397, 0, 0, ['rskip136']],
  [2_018_000, 504_000, 0, ['rskip150']],
  [2_392_700, 863_000, 0, ['rskip134', 'rskip137', 'rskip140', 'rskip143', 'rskip146', 'rskip151']],
  [2_392_700, 863_000, 0, ['rskip152', 'rskip156']],
  [3_614_800, 2_060_500, 0, ['rskip153', 'rskip169', 'rskip170', 'rskip171', 'rskip174', 'rskip176']],
  [3_614_800, 2_060_500, 0, ['rskip179', 'rskip180', 'rskip181', 'rskip185', 'rskip186', 'rskip191']],
  [3_614_800, 2_060_500, 0, ['rskip197', 'rskip199', 'rskip200', 'rskip201', 'rskip218', 'rskip219']],
  [3_614_800, 2_060_500, 0, ['rskip220']],
  [4_598_500, 3_103_000, 0, ['rskip271', 'rskip293', 'rskip294', 'rskip297']],
  [4_976_300, 3_362_200, 0, ['rskip353', 'rskip357']],
  [
    5_468_000,
    4_015_800,
    0,
    ['rskip252', 'rskip326', 'rskip374', 'rskip375', 'rskip377', 'rskip383', 'rskip385'],
  ],
  [
    6_223_700,
    4_927_100,
    0,
    ['rskip203', 'rskip376', 'rskip379', 'rskip398', 'rskip400', 'rskip412', 'rskip415'],
  ],
  [6_223_700, 4_927_100, 0, ['rskip417']],
  [6_549_300, -1, -1, ['rskip434']],
  [
    7_338_024,
    6_110_487,
    0,
    ['rskip419', 'rskip427', 'rskip428', 'rskip438', 'rskip445', 'rskip446', 'rskip453'],
  ],
  [7_338_024, 6_110_487, 0, ['rskip454', 'rskip459', 'rskip460']],
  [8_052_200, 6_835_700, 0, ['rskip305', 'rskip516']],
  [-1, 7_139_600, 0, ['rskip502', 'rskip529']],
  [8_804_200, 7_604_200, 0, ['rskip540', 'rskip544', 'rskip551', 'rskip552']],
  [-1, -1, 0, ['rskip559']],
  [-1, -1, -1, ['rskip543', 'rskip545', 'rskip546']],
]

/** Rules with a height of their own on some network. */
const overridden: [mainnet: number, testnet: number, regtest: number, rules: RuleName[]][] = [
  [729_000, -1, -1, ['rskip97']],
  [1_591_000, 43_550, 0, ['rskip132']],
  [-1, 7_139_600, 1, ['rskip144', 'rskip351']],
  [2_392_700, 863_000, 1, ['umm']],
  [4_598_500, 2_581_800, 0, ['rskip284', 'rskip290']],
  [-1, 7_604_200, 1, ['rskip535']],
  [8_804_200, 7_139_600, 0, ['rskip536']],
]

const rows = [...upgradesByRules, ...overridden].flatMap(([main, test, local, rules]) =>
  rules.map((rule) => ({ rule, main, test, local })),
)

describe('activation heights', () => {
  it.each(rows)('of $rule are $main, $test and $local', ({ rule, main, test, local }) => {
    expect(mainnet.activations[rule]).toBe(main)
    expect(testnet.activations[rule]).toBe(test)
    expect(regtest.activations[rule]).toBe(local)
  })

  it('are listed above once for every rule', () => {
    expect(rows.map(({ rule }) => rule).sort()).toEqual([...ruleNames].sort())
  })

  it('of devnet are 0, except for ummRoot and for rules that no upgrade of it brings', () => {
    const never = ruleNames.filter((rule) => devnet.activations[rule] === -1)
    expect(never.sort()).toEqual(
      [
        'bridgeTransactionsArePaid',
        'rskip97',
        'rskip144',
        'rskip351',
        'rskip434',
        'rskip502',
        'rskip529',
        'rskip535',
        'rskip536',
        'rskip543',
        'rskip545',
        'rskip546',
        'rskip559',
      ].sort(),
    )
    const later = ruleNames.filter((rule) => devnet.activations[rule] > 0)
    expect(later).toEqual(['umm'])
    expect(devnet.activations.umm).toBe(1)
  })
})

const everyActivation = Object.values(networks).flatMap((network) =>
  ruleNames.map((rule) => ({ network, rule, height: network.activations[rule] })),
)

describe('rules at a height', () => {
  it('are inactive just below and active from the height of activation on', () => {
    for (const { network, rule, height } of everyActivation) {
      if (height < 0) continue
      if (height > 0) expect(rulesAt(network, height - 1)[rule]).toBe(false)
      expect(rulesAt(network, height)[rule]).toBe(true)
      expect(rulesAt(network, height + 1)[rule]).toBe(true)
      expect(rulesAt(network, Number.MAX_SAFE_INTEGER)[rule]).toBe(true)
    }
  })

  it('never include a rule that is never activated', () => {
    for (const { network, rule, height } of everyActivation) {
      if (height >= 0) continue
      expect(rulesAt(network, 0)[rule]).toBe(false)
      expect(rulesAt(network, Number.MAX_SAFE_INTEGER)[rule]).toBe(false)
    }
  })

  it('agree with `isActive` for a single rule', () => {
    for (const network of Object.values(networks)) {
      for (const height of new Set(
        Object.values(network.activations).flatMap((at) => [at - 1, at, at + 1]),
      )) {
        if (height < 0) continue
        for (const rule of ruleNames) {
          expect(rulesAt(network, height)[rule]).toBe(isActive(network, rule, height))
        }
      }
    }
  })

  it('are one object per stretch of heights, and each stretch has its own id', () => {
    expect(rulesAt(mainnet, 729_000)).toBe(rulesAt(mainnet, 1_052_699))
    expect(rulesAt(mainnet, 729_000).id).not.toBe(rulesAt(mainnet, 1_052_700).id)
    expect(rulesAt(regtest, 1)).toBe(rulesAt(regtest, 1_000_000))
  })

  it('follow a network with heights of its own', () => {
    const changed: Network = {
      ...regtest,
      activations: { ...regtest.activations, rskip144: -1, rskip400: 7 },
    }
    expect(rulesAt(changed, 6).rskip400).toBe(false)
    expect(rulesAt(changed, 7).rskip400).toBe(true)
    expect(rulesAt(changed, 7).rskip144).toBe(false)
    expect(rulesAt(regtest, 6).rskip400).toBe(true)
  })

  it('know the block that activates a rule', () => {
    expect([1_590_999, 1_591_000, 1_591_001].map((at) => isActivating(mainnet, 'rskip126', at))).toEqual([
      false,
      true,
      false,
    ])
  })
})
