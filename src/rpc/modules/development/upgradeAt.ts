import type { Network } from '../../../protocol/networks/network.ts'
import { upgradeNames } from '../../../protocol/networks/upgrades.ts'

/** The name of the latest upgrade whose rules a height has. */
export function upgradeAt({ upgrades }: Network, height: number): string {
  const started = upgradeNames.filter((name) => upgrades[name] >= 0 && upgrades[name] <= height)
  return started.at(-1) ?? upgradeNames[0]!
}
