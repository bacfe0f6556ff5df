import { reasonOf } from '../../primitives/errors.ts'
import type { Network } from './network.ts'
import {
  type Activations,
  activationsFrom,
  activationsOf,
  isRuleName,
  type RuleName,
  ruleNames,
  ruleOf,
} from './ruleTable.ts'
import {
  isUpgradeName,
  never,
  type UpgradeHeights,
  type UpgradeName,
  upgradeHeightsOf,
  upgradeNames,
} from './upgrades.ts'

/**
 * When the rules of a local chain start, where this differs from the schedule of its network. Upgrades may start in any
 * order. An upgrade that is not listed keeps the network's height, and a rule that is not listed follows its upgrade.
 */
export interface UpgradeSchedule {
  /** Upgrade → height of its first block, -1 for never. */
  readonly upgrades?: Readonly<Record<string, number>>
  /** Rule → height of its first block, -1 for never, or the upgrade it starts with. */
  readonly rules?: Readonly<Record<string, number | string>>
}

/** A schedule that cannot be followed. */
export class ScheduleError extends Error {
  /** The entry, such as `upgrades.iris300`. */
  readonly where: string
  readonly problem: string

  constructor(where: string, problem: string) {
    super(`${where}: ${problem}`)
    this.name = 'ScheduleError'
    this.where = where
    this.problem = problem
  }
}

/**
 * The network with the rules of a schedule; throws `ScheduleError` for an unknown name, an invalid height or a rule without
 * a rule it needs.
 */
export function withSchedule(network: Network, schedule: UpgradeSchedule): Network {
  const upgrades = scheduledUpgrades(network, schedule.upgrades ?? {})
  return { ...network, upgrades, activations: scheduledRules(network, upgrades, schedule.rules ?? {}) }
}

function scheduledUpgrades(network: Network, listed: Readonly<Record<string, number>>): UpgradeHeights {
  const heights: Record<UpgradeName, number> = { ...upgradeHeightsOf(network.name) }
  for (const [name, height] of Object.entries(listed)) {
    const where = `upgrades.${name}`
    if (!isUpgradeName(name))
      throw new ScheduleError(where, `unknown upgrade; there are ${upgradeNames.join(', ')}`)
    heights[name] = checkedHeight(where, height)
  }
  return heights
}

function scheduledRules(
  network: Network,
  upgrades: UpgradeHeights,
  listed: Readonly<Record<string, number | string>>,
): Activations {
  const activations: Record<RuleName, number> = { ...followingUpgrades(network, upgrades) }
  for (const [name, start] of Object.entries(listed)) {
    const where = `rules.${name}`
    activations[ruleNamed(where, name)] =
      typeof start === 'string' ? upgradeStart(where, start, upgrades) : checkedHeight(where, start)
  }
  for (const name of ruleNames) checkNeeds(name, activations)
  return activations
}

/**
 * A rule starts with its upgrade, and no earlier than the rules it needs. A rule keeps the network's own height, unless its
 * upgrade was moved to a later one.
 */
function followingUpgrades(network: Network, upgrades: UpgradeHeights): Activations {
  const own = upgradeHeightsOf(network.name)
  const activations = activationsFrom(network.name, upgrades)
  const known = new Map<RuleName, number>()
  const startOf = (name: RuleName): number => {
    const start = known.get(name) ?? startAfterNeeds(name)
    known.set(name, start)
    return start
  }
  const startAfterNeeds = (name: RuleName): number => {
    const { upgrade, needs } = ruleOf(name)
    const starts = [activations[name], ...needs.map((needed) => startOf(ruleNamed(name, needed)))]
    if (upgrade !== undefined && upgrades[upgrade] !== own[upgrade]) starts.push(upgrades[upgrade])
    return starts.includes(never) ? never : Math.max(...starts)
  }
  const entries = ruleNames.map((name) => [name, startOf(name)])
  return Object.fromEntries(entries)
}

/** The reference node's names of the rules without a number. */
const otherNames: Readonly<Record<string, RuleName>> = {
  rskipUMM: 'umm',
  areBridgeTxsPaid: 'bridgeTransactionsArePaid',
}

function ruleNamed(where: string, name: string): RuleName {
  const known = otherNames[name] ?? name
  if (!isRuleName(known)) throw new ScheduleError(where, 'unknown rule; rules are named like rskip97')
  return known
}

function upgradeStart(where: string, name: string, upgrades: UpgradeHeights): number {
  if (!isUpgradeName(name))
    throw new ScheduleError(where, `unknown upgrade ${JSON.stringify(name.slice(0, 40))}`)
  return upgrades[name]
}

function checkedHeight(where: string, height: number): number {
  if (Number.isSafeInteger(height) && height >= never) return height
  throw new ScheduleError(where, `${height} is not a height: use a whole number from 0, or -1 for never`)
}

function checkNeeds(name: RuleName, activations: Activations): void {
  const start = activations[name]
  if (start === never) return
  for (const needed of ruleOf(name).needs) {
    const neededStart = activations[ruleNamed(name, needed)]
    if (neededStart !== never && neededStart <= start) continue
    const when = neededStart === never ? 'never starts' : `starts at ${neededStart}`
    throw new ScheduleError(`rules.${name}`, `starts at ${start}, but needs ${needed}, which ${when}`)
  }
}

/**
 * The rules that do not start at the network's own height, in one line; empty for the network's own schedule. Development
 * chains may begin and cease to accept types 1 and 2: their blocks without such transactions are the same.
 */
export function scheduleText(network: Network): string {
  const own = activationsOf(network.name)
  const { activations, isDevelopment } = network
  const isOptional = (name: RuleName): boolean =>
    isDevelopment === true && activations.rskip545 === never && (name === 'rskip543' || name === 'rskip546')
  const changed = ruleNames.filter((name) => activations[name] !== own[name] && !isOptional(name))
  return changed.map((name) => `${name}=${network.activations[name]}`).join(' ')
}

/* The schedule of a network as lists. */

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

/** Members that describe a schedule to its reader and have no effect. */
const descriptive = new Set(['note', 'network', 'genesis'])

/** The schedule in a JSON text; throws `ScheduleError` for anything else. */
export function readSchedule(text: string): UpgradeSchedule {
  const content = parsed(text)
  for (const name of Object.keys(content)) {
    if (name !== 'upgrades' && name !== 'rules' && !descriptive.has(name)) {
      throw new ScheduleError(name, `unknown member; a schedule is an object ${example}`)
    }
  }
  const { upgrades, rules } = content
  return {
    upgrades: members('upgrades', upgrades, isHeight, 'a height'),
    rules: members('rules', rules, isStart, 'a height or the name of an upgrade'),
  }
}

const example = 'such as {"upgrades": {"iris300": 150}, "rules": {"rskip97": "orchid"}}'

/** The reason with line and column in place of the position that the parser names. */
function placedReason(reason: string, text: string): string {
  const [phrase = '', position] = / at position (\d+)(?: \(.*\))?$/.exec(reason) ?? []
  const at = /^Unexpected end/.test(reason) ? text.trimEnd().length : position && Number(position)
  if (typeof at !== 'number') return reason
  const before = text.slice(0, at).split('\n')
  const problem = reason.slice(0, reason.length - phrase.length)
  return `${problem}, at line ${before.length}, column ${before.at(-1)!.length + 1}`
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(text)
    if (isObject(content)) return content
  } catch (error) {
    throw new ScheduleError('schedule', `is not JSON: ${placedReason(reasonOf(error), text)}`)
  }
  throw new ScheduleError('schedule', `is not a JSON object ${example}`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isHeight = (value: unknown): value is number => typeof value === 'number'
const isStart = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string'

function members<Value>(
  where: string,
  value: unknown,
  isValue: (value: unknown) => value is Value,
  expected: string,
): Readonly<Record<string, Value>> {
  if (value === undefined) return {}
  if (!isObject(value)) throw new ScheduleError(where, `is not an object ${example}`)
  const entries = Object.entries(value).map(([name, start]): [string, Value] => {
    if (!isValue(start)) throw new ScheduleError(`${where}.${name}`, `is not ${expected}`)
    return [name, start]
  })
  return Object.fromEntries(entries)
}
