import { reasonOf } from '../../primitives/errors.ts'
import { ScheduleError, type UpgradeSchedule } from './upgradeSchedule.ts'

/** Members that describe a schedule to people and change nothing. */
const descriptive = new Set(['note', 'network', 'genesis'])

/** The schedule in a JSON text; throws `ScheduleError` for anything else. */
export function readSchedule(text: string): UpgradeSchedule {
  const content = parsed(text)
  for (const name of Object.keys(content)) {
    if (name !== 'upgrades' && name !== 'rules' && !descriptive.has(name)) {
      throw new ScheduleError(name, 'unknown member; a schedule has "upgrades" and "rules"')
    }
  }
  const { upgrades, rules } = content
  return {
    upgrades: members('upgrades', upgrades, isHeight, 'a height'),
    rules: members('rules', rules, isStart, 'a height or the name of an upgrade'),
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(text)
    if (isObject(content)) return content
  } catch (error) {
    throw new ScheduleError('schedule', `is not JSON: ${reasonOf(error)}`)
  }
  throw new ScheduleError('schedule', 'is not a JSON object')
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
  if (!isObject(value)) throw new ScheduleError(where, 'is not a JSON object')
  const entries = Object.entries(value).map(([name, start]): [string, Value] => {
    if (!isValue(start)) throw new ScheduleError(`${where}.${name}`, `is not ${expected}`)
    return [name, start]
  })
  return Object.fromEntries(entries)
}
