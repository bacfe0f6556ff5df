import { type Activations, activationsFrom, activationsOf } from './activations.ts'
import type { Network } from './network.ts'
import { isRuleName, type RuleName, ruleNames, ruleOf } from './ruleTable.ts'
import {
  isUpgradeName,
  never,
  type UpgradeHeights,
  type UpgradeName,
  upgradeHeightsOf,
  upgradeNames,
} from './upgrades.ts'

/**
 * When the rules of a local chain start, as far as it differs from its network's own schedule. Upgrades may start in any
 * order. One that is not listed keeps the network's height, and a rule that is not listed follows its upgrade.
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

/** The network with the rules of a schedule; throws `ScheduleError` for an unknown name, a bad height or a rule without one it needs. */
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
 * A rule starts with its upgrade, and no earlier than the rules it needs. A network's own height of a rule stays, unless
 * its upgrade was moved behind it.
 */
function followingUpgrades(network: Network, upgrades: UpgradeHeights): Activations {
  const own = upgradeHeightsOf(network.name)
  const activations = activationsFrom(network.name, upgrades)
  const startOf = (name: RuleName): number => {
    const { upgrade, needs } = ruleOf(name)
    const starts = [activations[name], ...needs.map((needed) => startOf(ruleNamed(name, needed)))]
    if (upgrade !== undefined && upgrades[upgrade] !== own[upgrade]) starts.push(upgrades[upgrade])
    return starts.includes(never) ? never : Math.max(...starts)
  }
  const entries = ruleNames.map((name) => [name, startOf(name)])
  return Object.fromEntries(entries)
}

/** Names by which the reference node knows rules without a number. */
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

/** The rules that start at another height than the network's own, in one line; empty when there are none. */
export function scheduleText(network: Network): string {
  const own = activationsOf(network.name)
  const changed = ruleNames.filter((name) => network.activations[name] !== own[name])
  return changed.map((name) => `${name}=${network.activations[name]}`).join(' ')
}
