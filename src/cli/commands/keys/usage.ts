import { dayMs, dayOf } from '../../../server/limits/quotaStore.ts'
import { daysKept } from '../../../server/limits/storedQuotas.ts'
import type { Arguments, Command, Option } from '../../commandLine/command.ts'
import { CommandFailure, exitCodes, UsageError } from '../../commandLine/errors.ts'
import { wholeNumber } from '../../commandLine/numberOption.ts'
import { jsonOption, keyIdOf, keysOptions, keysPlaceOf } from '../../keys/keyringAccess.ts'
import { readUsage, type UsageOfDay } from '../../keys/readUsage.ts'
import { alignedRows } from '../../terminal/alignedRows.ts'
import { bytes, counted, duration } from '../../terminal/quantities.ts'

const daysOption: Option = {
  name: 'days',
  value: 'COUNT',
  summary: `days to show, up to ${daysKept} (default 7)`,
}
const shownDays = 7

export const keysUsageCommand: Command = {
  name: 'keys usage',
  operands: '[ID]',
  description: `Shows calls, cost units, gas, logs, bytes of answers and thread time of each key and UTC day, the latest day
first; days without usage are left out. The figures are at most one second old.`,
  examples: [
    'cambium keys usage --data chains',
    'cambium keys usage 0f3c5a9b1d2e --data chains --days 30 --json',
  ],
  options: [...keysOptions, daysOption],

  async run(given, terminal) {
    const used = await usageFor(given)
    if (given.options.has(jsonOption.name)) terminal.print(JSON.stringify(used.map(asJson), undefined, 2))
    else terminal.print(used.length === 0 ? 'no usage' : alignedRows([header, ...used.map(rowOf)]).join('\n'))
    return exitCodes.success
  },
}

async function usageFor(given: Arguments): Promise<readonly UsageOfDay[]> {
  const id = given.operands.length === 0 ? undefined : keyIdOf(given)
  const today = dayOf(Date.now())
  const days = Array.from({ length: daysOf(given) }, (_, ago) => today - ago)
  const { keys, used } = await readUsage(keysPlaceOf(given), days)
  const isKnown = id === undefined || keys.some((key) => key.id === id)
  if (!isKnown) throw new CommandFailure(`there is no key with the id ${id}`)
  const isWanted = ({ key }: UsageOfDay): boolean => id === undefined || key.id === id
  return used.filter((row) => isWanted(row) && (row.usage.units > 0 || row.usage.calls > 0))
}

function daysOf({ options }: Arguments): number {
  const text = options.get(daysOption.name)
  if (text === undefined) return shownDays
  const days = wholeNumber(text)
  if (days === undefined || days < 1 || days > daysKept) {
    throw new UsageError(`--days ${text} is not a number from 1 to ${daysKept}`)
  }
  return days
}

const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

const asJson = ({ key: { id, label }, day, usage }: UsageOfDay) => ({
  day: dayText(day),
  id,
  label,
  ...usage,
  threadMs: Math.round(usage.threadMs),
})

const header = ['DAY', 'ID', 'LABEL', 'CALLS', 'UNITS', 'GAS', 'LOGS', 'BYTES', 'THREAD']

const rowOf = ({ key: { id, label }, day, usage }: UsageOfDay): string[] => [
  dayText(day),
  id,
  label,
  counted(usage.calls),
  counted(usage.units),
  counted(usage.gas),
  counted(usage.logs),
  bytes(usage.bytes),
  duration(usage.threadMs / 1000),
]
