import type { Network } from '../../protocol/networks/network.ts'
import {
  isStarted,
  type RuleEntry,
  ruleEntries,
  type UpgradeEntry,
  upgradeEntries,
} from '../../protocol/networks/upgradeSchedule.ts'
import { alignedRows } from '../terminal/alignedRows.ts'

/* The result of `cambium inspect rules`. `at` is the block number of `--at`; undefined shows the heights only. */

export function rulesAsText(network: Network, at: number | undefined): string {
  const cells = (entry: UpgradeEntry): string[] => [
    entry.name,
    entry.height === undefined ? 'never' : String(entry.height),
    ...(at === undefined ? [] : [isStarted(entry, at) ? 'active' : 'inactive']),
  ]
  const block = at === undefined ? '' : ` at block ${at}`
  return [
    `upgrades of ${network.name}${block}`,
    ...indented(upgradeEntries(network).map(cells)),
    '',
    `rules of ${network.name}${block}`,
    ...indented(ruleEntries(network).map((entry) => [...cells(entry), entry.summary])),
  ].join('\n')
}

const indented = (rows: readonly (readonly string[])[]): string[] =>
  alignedRows(rows).map((line) => `  ${line}`)

export function rulesAsJson(network: Network, at: number | undefined): string {
  const { name } = network
  const upgrades = upgradeEntries(network).map((entry) => entryObject(entry, at))
  const rules = ruleEntries(network).map((entry) => entryObject(entry, at))
  return JSON.stringify({ network: name, ...(at !== undefined && { at }), upgrades, rules }, undefined, 2)
}

const entryObject = (entry: UpgradeEntry | RuleEntry, at: number | undefined): object => ({
  ...entry,
  height: entry.height ?? null,
  ...(at !== undefined && { active: isStarted(entry, at) }),
})
