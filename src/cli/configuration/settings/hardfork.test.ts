import { describe, expect, it } from 'vitest'
import { withHardfork } from '../developmentConfiguration.ts'

describe('the setting hardfork', () => {
  it('leaves out the later upgrades', () => {
    const { upgrades } = withHardfork({}, { hardfork: 'reed800' })
    expect(upgrades?.upgrades).toEqual({ reed810: -1, vetiver900: -1, tbd1000: -1 })
  })

  it('starts an upgrade and the later ones of the network at a height', () => {
    const { upgrades } = withHardfork(
      { upgrades: { upgrades: { tbd1000: 9 } } },
      { hardfork: 'arrowhead600=5' },
    )
    expect(upgrades?.upgrades).toEqual({
      arrowhead600: 5,
      lovell700: 5,
      reed800: 5,
      reed810: 5,
      vetiver900: 5,
      tbd1000: 9,
    })
  })
})
