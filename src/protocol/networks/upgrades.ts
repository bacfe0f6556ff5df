export type NetworkName = 'mainnet' | 'testnet' | 'devnet' | 'regtest'

/** The height of an upgrade or rule that never starts. */
export const never = -1

export type HeightByNetwork = Readonly<Record<NetworkName, number>>

const heights = (mainnet: number, testnet: number, devnet: number, regtest: number): HeightByNetwork => ({
  mainnet,
  testnet,
  devnet,
  regtest,
})

/** The network upgrades in the order of their release, with the height of their first block on each network. */
export const upgrades = {
  bahamas: heights(3_397, 0, 0, 0),
  afterBridgeSync: heights(370_000, 114_000, never, never),
  orchid: heights(729_000, 0, 0, 0),
  orchid060: heights(1_052_700, 0, 0, 0),
  wasabi100: heights(1_591_000, 0, 0, 0),
  twoToThree: heights(2_018_000, 504_000, 0, 0),
  papyrus200: heights(2_392_700, 863_000, 0, 0),
  iris300: heights(3_614_800, 2_060_500, 0, 0),
  hop400: heights(4_598_500, 3_103_000, 0, 0),
  hop401: heights(4_976_300, 3_362_200, 0, 0),
  fingerroot500: heights(5_468_000, 4_015_800, 0, 0),
  arrowhead600: heights(6_223_700, 4_927_100, 0, 0),
  arrowhead631: heights(6_549_300, never, never, never),
  lovell700: heights(7_338_024, 6_110_487, 0, 0),
  reed800: heights(8_052_200, 6_835_700, 0, 0),
  reed810: heights(never, 7_139_600, never, 0),
  vetiver900: heights(8_804_200, 7_604_200, 0, 0),
  tbd1000: heights(never, never, never, 0),
} satisfies Record<string, HeightByNetwork>

export type UpgradeName = keyof typeof upgrades

/** In the order of their release. */
export const upgradeNames = Object.keys(upgrades) as UpgradeName[]

export const isUpgradeName = (name: string): name is UpgradeName => Object.hasOwn(upgrades, name)

export type UpgradeHeights = Readonly<Record<UpgradeName, number>>

export const upgradeHeightsOf = (network: NetworkName): UpgradeHeights => {
  const entries = upgradeNames.map((name) => [name, upgrades[name][network]])
  return Object.fromEntries(entries)
}
