import type { NetworkName } from './networkName.ts'

/*
 * When each rule change becomes active. A rule (RSKIP) normally follows the network upgrade it was released
 * with; single networks override that. -1 means never.
 */

const never = -1

type HeightByNetwork = Readonly<Record<NetworkName, number>>

const heights = (mainnet: number, testnet: number, devnet: number, regtest: number): HeightByNetwork => ({
  mainnet,
  testnet,
  devnet,
  regtest,
})

const upgrades = {
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
  unscheduled: heights(never, never, never, never),
} satisfies Record<string, HeightByNetwork>

type Upgrade = keyof typeof upgrades

interface Schedule {
  readonly upgrade: Upgrade
  readonly overrides: Partial<HeightByNetwork>
}

const since = (upgrade: Upgrade, overrides: Partial<HeightByNetwork> = {}): Schedule => ({
  upgrade,
  overrides,
})

/** Rules of headers start at block 1 on regtest, because a genesis header never has their fields. */
const afterRegtestGenesis = { regtest: 1 }

const schedules = {
  /** Transactions to the Bridge pay for gas like any other. */
  bridgeTransactionsArePaid: since('afterBridgeSync'),
  /** REMASC minimum payable amounts; blocks' state roots are compared. */
  rskip85: since('orchid'),
  rskip87: since('orchid'),
  rskip88: since('orchid'),
  rskip89: since('orchid'),
  rskip90: since('orchid'),
  rskip91: since('orchid'),
  /** Block hash without merkle proof and coinbase; flat merkle proof. */
  rskip92: since('orchid'),
  /** No return to the minimum difficulty after ten minutes. */
  rskip97: since('orchid', { testnet: never, devnet: never, regtest: never }),
  /** No fallback mining; the Bitcoin header has 80 bytes. */
  rskip98: since('orchid'),
  rskip103: since('orchid060'),
  rskip106: since('wasabi100'),
  /** Fork-detection data. */
  rskip110: since('wasabi100'),
  rskip119: since('wasabi100'),
  rskip120: since('wasabi100'),
  rskip122: since('wasabi100'),
  rskip123: since('wasabi100'),
  rskip124: since('wasabi100'),
  rskip125: since('wasabi100'),
  /** Unitrie roots in headers. */
  rskip126: since('wasabi100'),
  rskip132: since('wasabi100', { testnet: 43_550 }),
  rskip134: since('papyrus200'),
  rskip136: since('bahamas'),
  rskip137: since('papyrus200'),
  rskip140: since('papyrus200'),
  rskip143: since('papyrus200'),
  /** Parallel execution: transaction sublists and their edges. */
  rskip144: since('reed810', afterRegtestGenesis),
  rskip146: since('papyrus200'),
  rskip150: since('twoToThree'),
  rskip151: since('papyrus200'),
  rskip152: since('papyrus200'),
  rskip153: since('iris300'),
  /** Difficulty moves in steps of 1/400 instead of 1/50. */
  rskip156: since('papyrus200'),
  rskip169: since('iris300'),
  rskip170: since('iris300'),
  rskip171: since('iris300'),
  rskip174: since('iris300'),
  rskip176: since('iris300'),
  /** Bitcoin and Rootstock timestamps must be close. */
  rskip179: since('iris300'),
  /** Merkle proof of at most 960 bytes. */
  rskip180: since('iris300'),
  rskip181: since('iris300'),
  rskip185: since('iris300'),
  rskip186: since('iris300'),
  rskip191: since('iris300'),
  rskip197: since('iris300'),
  rskip199: since('iris300'),
  rskip200: since('iris300'),
  rskip201: since('iris300'),
  rskip203: since('arrowhead600'),
  rskip218: since('iris300'),
  rskip219: since('iris300'),
  rskip220: since('iris300'),
  /** Cap on the gas price of a block's transactions. */
  rskip252: since('fingerroot500'),
  rskip271: since('hop400'),
  rskip284: since('hop400', { testnet: 2_581_800 }),
  /** Testnet's higher minimum difficulty. */
  rskip290: since('hop400', { testnet: 2_581_800 }),
  rskip293: since('hop400'),
  rskip294: since('hop400'),
  /** Testnet's wider distance between Bitcoin and Rootstock timestamps. */
  rskip297: since('hop400'),
  rskip305: since('reed800'),
  rskip326: since('fingerroot500'),
  /** Header version 1 with its extension. */
  rskip351: since('reed810', afterRegtestGenesis),
  rskip353: since('hop401'),
  rskip357: since('hop401'),
  rskip374: since('fingerroot500'),
  rskip375: since('fingerroot500'),
  rskip376: since('arrowhead600'),
  rskip377: since('fingerroot500'),
  rskip379: since('arrowhead600'),
  rskip383: since('fingerroot500'),
  rskip385: since('fingerroot500'),
  rskip398: since('arrowhead600'),
  /** A non-zero byte of call data costs 16 instead of 68. */
  rskip400: since('arrowhead600'),
  rskip412: since('arrowhead600'),
  rskip415: since('arrowhead600'),
  rskip417: since('arrowhead600'),
  rskip419: since('lovell700'),
  rskip427: since('lovell700'),
  rskip428: since('lovell700'),
  rskip434: since('arrowhead631'),
  /** Init code is limited and charged by the word. */
  rskip438: since('lovell700'),
  rskip445: since('lovell700'),
  rskip446: since('lovell700'),
  rskip453: since('lovell700'),
  rskip454: since('lovell700'),
  rskip459: since('lovell700'),
  rskip460: since('lovell700'),
  rskip502: since('reed810'),
  rskip516: since('reed800'),
  rskip529: since('reed810'),
  /** Header version 2 with the base event. */
  rskip535: since('unscheduled', { testnet: 7_604_200, regtest: 1 }),
  rskip536: since('reed810', { mainnet: 8_804_200 }),
  rskip540: since('vetiver900'),
  rskip544: since('vetiver900'),
  rskip551: since('vetiver900'),
  rskip552: since('vetiver900'),
  rskip559: since('tbd1000'),
  /** The ummRoot field of headers. */
  umm: since('papyrus200', afterRegtestGenesis),
} satisfies Record<string, Schedule>

export type RuleName = keyof typeof schedules

export const ruleNames = Object.keys(schedules) as RuleName[]

/** Rule → height of activation on a network, -1 for never. */
export type Activations = Readonly<Record<RuleName, number>>

export function activationsOf(network: NetworkName): Activations {
  const entries = ruleNames.map((rule) => {
    const { upgrade, overrides }: Schedule = schedules[rule]
    return [rule, overrides[network] ?? upgrades[upgrade][network]]
  })
  return Object.fromEntries(entries)
}
