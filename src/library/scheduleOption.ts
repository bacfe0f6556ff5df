import { suggestion } from '../primitives/nearest.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { isRuleName, ruleNames } from '../protocol/networks/ruleTable.ts'
import { ScheduleError, type UpgradeSchedule, withSchedule } from '../protocol/networks/upgradeSchedule.ts'
import { isUpgradeName, upgradeNames } from '../protocol/networks/upgrades.ts'
import { objectOf, recordOf, UnsuitableOptions, valuesWith } from '../settings/programTypes.ts'
import type { CheckedType } from '../settings/valueTypes.ts'

const start = valuesWith(
  'a height, -1 for never, or the name of an upgrade',
  (value): value is number | string => typeof value === 'number' || typeof value === 'string',
)
const heights = valuesWith('a height, or -1 for never', (value) => typeof value === 'number')
const names = [...upgradeNames, ...ruleNames]
const flat = recordOf('an object from upgrades and rules to heights, such as { arrowhead600: 5 }', start)
const lists = objectOf({
  upgrades: recordOf('an object from upgrades to heights', heights),
  rules: recordOf('an object from rules to heights', start),
})

const isLists = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('upgrades' in value || 'rules' in value)

/** The heights of upgrades and rules: by their names, or in the two lists of a schedule file. */
export const scheduleOption: CheckedType<UpgradeSchedule> = {
  description: flat.description,
  check(value) {
    const schedule = isLists(value) ? listedSchedule(value) : flatSchedule(value)
    try {
      withSchedule(regtest, schedule)
      return schedule
    } catch (error) {
      if (!(error instanceof ScheduleError)) throw error
      const name = error.where.slice(error.where.indexOf('.') + 1)
      throw new UnsuitableOptions([`.${isLists(value) ? error.where : name}: ${error.problem}`])
    }
  },
}

function listedSchedule(value: unknown): UpgradeSchedule {
  const { upgrades = new Map(), rules = new Map() } = lists.check(value)
  return { upgrades: Object.fromEntries(upgrades), rules: Object.fromEntries(rules) }
}

function flatSchedule(value: unknown): UpgradeSchedule {
  const upgrades: Record<string, number> = {}
  const rules: Record<string, number | string> = {}
  const problems: string[] = []
  for (const [name, height] of flat.check(value)) {
    if (isRuleName(name)) rules[name] = height
    else if (!isUpgradeName(name)) {
      problems.push(`.${name} is not an upgrade or a rule${suggestion(name.slice(0, 100), names)}`)
    } else if (typeof height === 'string') problems.push(`.${name} must be a height, or -1 for never`)
    else upgrades[name] = height
  }
  if (problems.length > 0) throw new UnsuitableOptions(problems)
  return { upgrades, rules }
}
