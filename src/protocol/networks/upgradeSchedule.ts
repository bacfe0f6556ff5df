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
 * When the rules of a local chain start, as far as it differs from its network's own schedule. An upgrade or rule that
 * is not listed follows the network, but an upgrade comes no earlier than the listed ones before it.
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

/** The network with the rules of a schedule; throws `ScheduleError` when the schedule contradicts itself. */
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
  let earliest = 0
  for (const name of upgradeNames) {
    if (heights[name] === never) continue
    const isListed = Object.hasOwn(listed, name)
    if (heights[name] >= earliest) {
      if (isListed) earliest = heights[name]
    } else if (isListed) {
      throw new ScheduleError(
        `upgrades.${name}`,
        `${heights[name]} is before an earlier upgrade, which starts at ${earliest}`,
      )
    } else {
      heights[name] = earliest
    }
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

/** A network's own height of a rule stays, unless the rule's upgrade was moved behind it. */
function followingUpgrades(network: Network, upgrades: UpgradeHeights): Activations {
  const activations: Record<RuleName, number> = { ...activationsFrom(network.name, upgrades) }
  const own = upgradeHeightsOf(network.name)
  for (const name of ruleNames) {
    const { upgrade, needs } = ruleOf(name)
    if (activations[name] === never) continue
    const isMoved = upgrade !== undefined && upgrades[upgrade] !== own[upgrade]
    const start = isMoved ? upgrades[upgrade] : never
    activations[name] = Math.max(
      activations[name],
      start,
      ...needs.map((needed) => activations[ruleNamed(name, needed)]),
    )
  }
  return activations
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
