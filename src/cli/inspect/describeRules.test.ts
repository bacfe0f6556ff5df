import { describe, expect, it } from 'vitest'
import { regtest, testnet } from '../../protocol/networks/definitions.ts'
import { withSchedule } from '../../protocol/networks/upgradeSchedule.ts'
import { upgradeNames } from '../../protocol/networks/upgrades.ts'
import { rulesAsJson, rulesAsText } from './describeRules.ts'

describe('the rules of a network', () => {
  it('are shown with heights and summaries', () => {
    const text = rulesAsText(testnet, undefined)
    expect(text).toMatch(/^upgrades of testnet\n {2}bahamas +0\n {2}afterBridgeSync +114000\n/)
    expect(text).toMatch(new RegExp(`\\n {2}${upgradeNames.at(-1)} +never\\n\\nrules of testnet\\n`))
    expect(text).toMatch(/\n {2}rskip398 +4927100 {2}The instruction PUSH0\.\n/)
  })

  it('are shown as active or inactive at a block', () => {
    const text = rulesAsText(testnet, 4_927_100)
    expect(text).toMatch(/^upgrades of testnet at block 4927100\n/)
    expect(text).toMatch(/\n {2}arrowhead600 +4927100 {2}active\n/)
    expect(text).toMatch(/\n {2}rskip398 +4927100 {2}active +The instruction PUSH0\.\n/)
    expect(rulesAsText(testnet, 4_927_099)).toMatch(/\n {2}rskip398 +4927100 {2}inactive {2}The instruction/)
  })

  it('are JSON too, with null for never', () => {
    const network = withSchedule(regtest, { upgrades: { arrowhead600: 5, [upgradeNames.at(-1)!]: -1 } })
    const described = JSON.parse(rulesAsJson(network, 4))
    expect(described).toMatchObject({ network: 'regtest', at: 4 })
    expect(described.upgrades).toContainEqual({ name: 'arrowhead600', height: 5, active: false })
    expect(described.upgrades.at(-1)).toEqual({ name: upgradeNames.at(-1), height: null, active: false })
    expect(described.rules).toContainEqual({
      name: 'rskip398',
      height: 5,
      summary: 'The instruction PUSH0.',
      active: false,
    })
    const { at, upgrades } = JSON.parse(rulesAsJson(network, undefined))
    expect({ at, first: upgrades[0] }).toEqual({ at: undefined, first: { name: 'bahamas', height: 0 } })
  })
})
