import { describe, expect, it } from 'vitest'
import {
  type UpgradeName,
  upgradeNames,
  upgrades as upgradeTable,
} from '../../../protocol/networks/upgrades.ts'
import { withHardfork } from '../developmentConfiguration.ts'

/** Upgrades of the local chain after one, each at a height. */
const later = (name: UpgradeName, height: number) =>
  Object.fromEntries(
    upgradeNames
      .slice(upgradeNames.indexOf(name) + 1)
      .filter((after) => upgradeTable[after].regtest >= 0)
      .map((after) => [after, height]),
  )

describe('the setting hardfork', () => {
  it('leaves out the later upgrades', () => {
    const { upgrades } = withHardfork({}, { hardfork: 'reed800' })
    expect(upgrades?.upgrades).toEqual(later('reed800', -1))
  })

  it('starts an upgrade and the later ones of the network at a height', () => {
    const { upgrades } = withHardfork(
      { upgrades: { upgrades: { tbd1000: 9 } } },
      { hardfork: 'arrowhead600=5' },
    )
    expect(upgrades?.upgrades).toEqual({ ...later('arrowhead600', 5), arrowhead600: 5, tbd1000: 9 })
  })
})
