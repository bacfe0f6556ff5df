import { regtest } from './definitions.ts'
import { ScheduleError, type UpgradeSchedule, withSchedule } from './upgradeSchedule.ts'
import { never, upgradeNames } from './upgrades.ts'

/** All upgrades, and the drafts of typed transactions (RSKIP543, RSKIP545, RSKIP546), which no public network has. */
const next = 'next'
const hardforkNames: readonly string[] = [...upgradeNames, next]

const typedRules = ['rskip543', 'rskip546']
const nextRules = [...typedRules, 'rskip545']

export interface ChosenRules {
  /** An upgrade or `next`, perhaps with a height. */
  readonly hardfork?: string | undefined
  /** The drafts without type 4. */
  readonly acceptTyped?: boolean | undefined
}

/**
 * The schedule of a local chain: `iris300` has no later upgrades; on `iris300=150` it and the later ones start at block 150;
 * `next` adds the drafts. Throws `ScheduleError`.
 */
export function hardforkSchedule(
  schedule: UpgradeSchedule | undefined,
  { hardfork, acceptTyped = false }: ChosenRules,
): UpgradeSchedule | undefined {
  const [name, height] = hardfork?.split('=') ?? []
  const drafts = name === next ? nextRules : acceptTyped ? typedRules : []
  const start = name === next && height !== undefined ? Number(height) : 0
  const upgrades = name === undefined || name === next ? undefined : upgradesOf(name, height, schedule)
  if (upgrades === undefined && drafts.length === 0) return schedule
  const whole = {
    upgrades: { ...schedule?.upgrades, ...upgrades },
    rules: { ...startingAt(drafts, start), ...schedule?.rules },
  }
  // The drafts alone fit the network's own rules.
  if (schedule !== undefined || upgrades !== undefined) withSchedule(regtest, whole)
  return whole
}

function upgradesOf(
  name: string,
  height: string | undefined,
  schedule: UpgradeSchedule | undefined,
): Readonly<Record<string, number>> {
  const names: readonly string[] = upgradeNames
  const index = names.indexOf(name)
  if (index < 0) throw new ScheduleError(name, `unknown; there are ${hardforkNames.join(', ')}`)
  const later = upgradeNames.slice(index + 1)
  if (height === undefined) return startingAt(later, never)
  const known = later.filter((each) => regtest.upgrades[each] !== never)
  return { ...startingAt(known, Number(height)), ...schedule?.upgrades, [name]: Number(height) }
}

const startingAt = (names: readonly string[], height: number): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, height]))
