import type { IssuedKey } from '../../server/keys/keyring.ts'
import { dayMs, dayOf } from '../../server/limits/quotaStore.ts'
import { daysKept } from '../../server/limits/storedQuotas.ts'
import { wholeNumber } from '../../settings/valueTypes.ts'
import {
  type Command,
  type GivenWords,
  jsonOption,
  type Option,
  printResult,
} from '../commandLine/command.ts'
import { CommandFailure, UsageError } from '../commandLine/commandFailure.ts'
import { grantOptions, grantsOf, limitChanges, limitOptions, spanMs } from '../keys/grantOptions.ts'
import { type KeyInUse, keyAsJson, keyTable, limitsText } from '../keys/keyDescriptions.ts'
import {
  createOption,
  type KeysPlace,
  keyIdOf,
  keysOptions,
  keysPlaceOf,
  withKeyring,
} from '../keys/keyringAccess.ts'
import { readUsage, type UsageOfDay } from '../keys/readUsage.ts'
import { alignedRows } from '../terminal/alignedRows.ts'
import { bytes, counted } from '../terminal/quantities.ts'
import type { Terminal } from '../terminal/terminal.ts'

const keysCreateCommand: Command = {
  name: 'keys create',
  description: `Create a key and print it. Only its hash is stored, so the key cannot be shown again. A running server
accepts it immediately. The key is the last part of the address: http://HOST:PORT/KEY or
http://HOST:PORT/testnet/KEY.

Each call costs units that depend on its method; the cheapest costs 1.`,
  examples: [
    'cambium keys create --label shop --data chains',
    'cambium keys create --label shop --network testnet --method eth --method net --expires 90d --data chains',
    'cambium keys create --label app --origin https://app.example --rate 50 --daily-units 1000000 --data chains',
  ],
  options: [...grantOptions, ...keysOptions, createOption],

  async run(given, terminal) {
    const grants = grantsOf(given, Date.now())
    const issued = await withKeyring(given, (keyring) => keyring.create(grants))
    printIssued(issued, given, terminal)
  },
}

const keysListCommand: Command = {
  name: 'keys list',
  description: `List every key, including revoked and expired ones, oldest first. The keys themselves are not shown:
only their hashes are stored. Usage is in cost units per UTC day, at most one second old; cambium keys usage shows more.`,
  examples: ['cambium keys list --data chains', 'cambium keys list --shared redis://127.0.0.1 --json'],
  options: keysOptions,

  async run(given, terminal) {
    const now = Date.now()
    const keys = await keysInUse(keysPlaceOf(given), now)
    const records = keys.map(({ key, usedToday }) => ({ ...keyAsJson(key, now), usedToday }))
    printResult(given, terminal, records, keys.length === 0 ? 'there are no keys' : keyTable(keys, now))
  },
}

async function keysInUse(place: KeysPlace, now: number): Promise<readonly KeyInUse[]> {
  const { keys, used } = await readUsage(place, [dayOf(now)])
  return keys.map((key, index) => ({ key, usedToday: used[index]?.usage.units ?? 0 }))
}

const keysLimitCommand: Command = {
  name: 'keys limit',
  operands: 'ID',
  description: `Change the limits that are given and keep the others; none removes a limit. Running servers
apply them within two seconds. ID is shown by cambium keys list; the whole key is accepted too.`,
  examples: [
    'cambium keys limit 0f3c5a9b1d2e --rate 100 --burst 500 --data chains',
    'cambium keys limit 0f3c5a9b1d2e --daily-units none --data chains',
  ],
  options: [...limitOptions, ...keysOptions],

  async run(given, terminal) {
    const id = keyIdOf(given)
    const changes = limitChanges(given)
    const key = await withKeyring(given, (keyring) => keyring.edit(id, changes))
    const text = `the key ${key.id} (${key.label}) has ${limitsText(key)}`
    printResult(given, terminal, keyAsJson(key, Date.now()), text)
  },
}

const keysRevokeCommand: Command = {
  name: 'keys revoke',
  operands: 'ID',
  description: `Revoke a key. Running servers reject it within two seconds, also on open WebSockets. ID is shown by
cambium keys list; the whole key is accepted too.`,
  examples: ['cambium keys revoke 0f3c5a9b1d2e --data chains'],
  options: keysOptions,

  async run(given, terminal) {
    const id = keyIdOf(given)
    const key = await withKeyring(given, (keyring) => keyring.revoke(id))
    const text = `the key ${key.id} (${key.label}) is revoked`
    printResult(given, terminal, keyAsJson(key, Date.now()), text)
  },
}

const graceOption: Option = {
  name: 'grace',
  value: 'SPAN',
  summary: 'keep the old secret valid for this time: 30m, 12h, 7d (default zero)',
}

const keysRotateCommand: Command = {
  name: 'keys rotate',
  operands: 'ID',
  description: `Replace the secret of a key. The id, the label, the grants and the usage of the key stay. With --grace the
old secret stays valid beside the new one for a while, so that clients can change it.`,
  examples: ['cambium keys rotate 0f3c5a9b1d2e --grace 24h --data chains'],
  options: [graceOption, ...keysOptions],

  async run(given, terminal) {
    const id = keyIdOf(given)
    const grace = given.options.get(graceOption.name)
    const graceMs = grace === undefined ? 0 : spanMs(grace)
    if (graceMs === undefined) throw new UsageError(`--grace ${grace} is not a span such as 30m, 12h or 7d`)
    const issued = await withKeyring(given, (keyring) => keyring.rotate(id, graceMs))
    printIssued(issued, given, terminal)
  },
}

/** Prints a new key, which is not stored. Standard output holds the key alone, so that it can be piped. */
function printIssued({ key, text }: IssuedKey, { options }: GivenWords, terminal: Terminal): void {
  if (options.has(jsonOption.name)) {
    terminal.print(JSON.stringify({ key: text, ...keyAsJson(key, Date.now()) }, undefined, 2))
    return
  }
  terminal.print(text)
  terminal.note(
    `This is the key ${key.id} (${key.label}). It is shown this once and cannot be recovered: store it safely.`,
  )
  if (key.retired === undefined) return
  terminal.note(`The old secret works until ${new Date(key.retired.expiresAt).toISOString()}.`)
}

const daysOption: Option = {
  name: 'days',
  value: 'COUNT',
  summary: `show this many days, up to ${daysKept} (default 7)`,
}
const shownDays = 7

const keysUsageCommand: Command = {
  name: 'keys usage',
  operands: '[ID]',
  description: `Show calls, cost units, gas, logs and bytes of answers of each key and UTC day, the latest day
first; days without usage are left out. The figures are at most one second old.`,
  examples: [
    'cambium keys usage --data chains',
    'cambium keys usage 0f3c5a9b1d2e --data chains --days 30 --json',
  ],
  options: [...keysOptions, daysOption],

  async run(given, terminal) {
    const used = await usageFor(given)
    const text = used.length === 0 ? 'no usage' : alignedRows([header, ...used.map(rowOf)]).join('\n')
    printResult(given, terminal, used.map(asJson), text)
  },
}

export const commands = [
  keysCreateCommand,
  keysListCommand,
  keysLimitCommand,
  keysRevokeCommand,
  keysRotateCommand,
  keysUsageCommand,
]

async function usageFor(given: GivenWords): Promise<readonly UsageOfDay[]> {
  const id = given.operands.length === 0 ? undefined : keyIdOf(given)
  const today = dayOf(Date.now())
  const days = Array.from({ length: daysOf(given) }, (_, ago) => today - ago)
  const { keys, used } = await readUsage(keysPlaceOf(given), days)
  const isKnown = id === undefined || keys.some((key) => key.id === id)
  if (!isKnown) throw new CommandFailure(`there is no key with the id ${id}`)
  const isWanted = ({ key }: UsageOfDay): boolean => id === undefined || key.id === id
  return used.filter((row) => isWanted(row) && (row.usage.units > 0 || row.usage.calls > 0))
}

function daysOf({ options }: GivenWords): number {
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
})

const header = ['DAY', 'ID', 'LABEL', 'CALLS', 'UNITS', 'GAS', 'LOGS', 'BYTES']

const rowOf = ({ key: { id, label }, day, usage }: UsageOfDay): string[] => [
  dayText(day),
  id,
  label,
  counted(usage.calls),
  counted(usage.units),
  counted(usage.gas),
  counted(usage.logs),
  bytes(usage.bytes),
]
