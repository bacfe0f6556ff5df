import { dayOf } from '../../../server/limits/quotaStore.ts'
import type { Command } from '../../commandLine/command.ts'
import { exitCodes } from '../../commandLine/errors.ts'
import { type KeyInUse, keyAsJson, keyTable } from '../../keys/keyDescriptions.ts'
import {
  expectNoOperands,
  jsonOption,
  type KeysPlace,
  keysOptions,
  keysPlaceOf,
} from '../../keys/keyringAccess.ts'
import { readUsage } from '../../keys/readUsage.ts'

export const keysListCommand: Command = {
  name: 'keys list',
  operands: '',
  description: `Lists every key, including revoked and expired ones, oldest first. The keys themselves are not shown:
only their hashes are stored. Usage is in cost units per UTC day, at most one second old; cambium keys usage shows more.`,
  examples: ['cambium keys list --data chains', 'cambium keys list --shared redis://127.0.0.1 --json'],
  options: keysOptions,

  async run(given, terminal) {
    expectNoOperands(given)
    const now = Date.now()
    const keys = await keysInUse(keysPlaceOf(given), now)
    if (given.options.has(jsonOption.name)) {
      const records = keys.map(({ key, usedToday }) => ({ ...keyAsJson(key, now), usedToday }))
      terminal.print(JSON.stringify(records, undefined, 2))
    } else {
      terminal.print(keys.length === 0 ? 'there are no keys' : keyTable(keys, now))
    }
    return exitCodes.success
  },
}

async function keysInUse(place: KeysPlace, now: number): Promise<readonly KeyInUse[]> {
  const { keys, used } = await readUsage(place, [dayOf(now)])
  return keys.map((key, index) => ({ key, usedToday: used[index]?.usage.units ?? 0 }))
}
