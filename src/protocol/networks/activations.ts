import type { NetworkName } from './networkName.ts'
import { type RuleName, ruleNames, ruleOf } from './ruleTable.ts'
import { never, type UpgradeHeights, upgradeHeightsOf } from './upgrades.ts'

/** Rule → height of its first block on a network, -1 for never. */
export type Activations = Readonly<Record<RuleName, number>>

/** The heights of all rules of a network, given when its upgrades start. */
export function activationsFrom(network: NetworkName, upgrades: UpgradeHeights): Activations {
  const entries = ruleNames.map((name) => {
    const { upgrade, overrides } = ruleOf(name)
    return [name, overrides[network] ?? (upgrade === undefined ? never : upgrades[upgrade])]
  })
  return Object.fromEntries(entries)
}

export const activationsOf = (network: NetworkName): Activations =>
  activationsFrom(network, upgradeHeightsOf(network))
