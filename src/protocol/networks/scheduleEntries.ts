import type { Network } from './network.ts'
import { ruleNames, ruleOf } from './ruleTable.ts'
import { never, upgradeNames } from './upgrades.ts'

/* The schedule of a network as lists, for people and for programs. */

export interface UpgradeEntry {
  readonly name: string
  /** Height of its first block; undefined for never. */
  readonly height: number | undefined
}

export interface RuleEntry extends UpgradeEntry {
  /** What the rule changes, in one line. */
  readonly summary: string
}

/** In the order of their release. */
export const upgradeEntries = (network: Network): UpgradeEntry[] =>
  upgradeNames.map((name) => ({ name, height: startOf(network.upgrades[name]) }))

/** In the order of their heights; rules that never start come last. */
export const ruleEntries = (network: Network): RuleEntry[] =>
  ruleNames
    .map((name) => ({
      name,
      height: startOf(network.activations[name]),
      summary: ruleOf(name).summary,
    }))
    .sort((first, second) => sortKey(first) - sortKey(second))

export const isStarted = ({ height }: UpgradeEntry, at: number): boolean =>
  height !== undefined && height <= at

const startOf = (height: number): number | undefined => (height === never ? undefined : height)

const sortKey = ({ height }: UpgradeEntry): number => height ?? Number.MAX_SAFE_INTEGER
