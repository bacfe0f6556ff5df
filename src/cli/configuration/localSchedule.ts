import { regtest } from '../../protocol/networks/definitions.ts'
import { isRuleName } from '../../protocol/networks/ruleTable.ts'
import {
  readSchedule,
  ScheduleError,
  type UpgradeSchedule,
  withSchedule,
} from '../../protocol/networks/upgradeSchedule.ts'
import { ConfigurationError } from './configurationError.ts'
import { readTextFile } from './sources/readTextFile.ts'

/** The values of the settings `upgrades` and `upgrade`. */
interface ScheduleValues {
  /** A JSON file. */
  readonly upgrades: string | undefined
  /** Entries such as `iris300=150`. */
  readonly upgrade: readonly string[] | undefined
}

/**
 * The upgrade schedule of the local chain: that of the file, with single entries that take precedence. Undefined when
 * neither is given. Throws `ConfigurationError` that names the file or the entry.
 */
export function localSchedule({
  upgrades: path,
  upgrade: entries = [],
}: ScheduleValues): UpgradeSchedule | undefined {
  if (path === undefined && entries.length === 0) return undefined
  const ofFile = path === undefined ? {} : fileSchedule(path)
  const ofEntries = entrySchedule(entries)
  const schedule: UpgradeSchedule = {
    upgrades: { ...ofFile.upgrades, ...ofEntries.upgrades },
    rules: { ...ofFile.rules, ...ofEntries.rules },
  }
  const placeOf = (where: string): string => {
    if (has(ofEntries, where)) return `upgrade ${where.slice(where.indexOf('.') + 1)}`
    return path !== undefined && has(ofFile, where) ? `${path}: ${where}` : `the upgrade schedule: ${where}`
  }
  orExplain(
    () => withSchedule(regtest, schedule),
    ({ where, problem }) => `${placeOf(where)}: ${problem}`,
  )
  return schedule
}

function fileSchedule(path: string): UpgradeSchedule {
  const text = readTextFile(path)
  return orExplain(
    () => readSchedule(text),
    ({ message }) => `${path}: ${message}`,
  )
}

function entrySchedule(entries: readonly string[]): Required<UpgradeSchedule> {
  const upgrades: Record<string, number> = {}
  const rules: Record<string, number> = {}
  for (const entry of entries) {
    const [name = '', height] = entry.split('=')
    const heights = isRuleName(name) ? rules : upgrades
    if (Object.hasOwn(heights, name)) throw new ConfigurationError([`upgrade ${name} is given twice`])
    heights[name] = Number(height)
  }
  return { upgrades, rules }
}

/** Whether a schedule lists an entry such as `upgrades.iris300`. */
function has({ upgrades = {}, rules = {} }: UpgradeSchedule, where: string): boolean {
  const [section, name = ''] = where.split('.', 2)
  return Object.hasOwn(section === 'rules' ? rules : upgrades, name)
}

function orExplain<Result>(work: () => Result, explain: (error: ScheduleError) => string): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof ScheduleError) throw new ConfigurationError([explain(error)])
    throw error
  }
}
