import { dayOf } from '../../../server/limits/quotaStore.ts'
import type { Command } from '../../commandLine/command.ts'
import { exitCodes } from '../../commandLine/errors.ts'
import { type KeyInUse, keyAsJson, keyTable } from '../../keys/keyDescriptions.ts'
import { expectNoOperands, jsonOption, keysFolderOf, keysOptions } from '../../keys/keyringAccess.ts'
import { keysOf, usageOf } from '../../keys/readUsage.ts'

export const keysListCommand: Command = {
  name: 'keys list',
  operands: '',
  summary: 'show all API keys with their grants and their usage today',
  description: `Lists every key, including revoked and expired ones, oldest first. The keys themselves are not shown:
only their hashes are stored. Usage is in cost units per UTC day, at most one second old; cambium keys usage shows more.`,
  examples: ['cambium keys list --data chains', 'cambium keys list --data chains --json'],
  options: keysOptions,

  async run(given, terminal) {
    expectNoOperands(given)
    const now = Date.now()
    const keys = keysInUse(keysFolderOf(given), now)
    if (given.options.has(jsonOption.name)) {
      const records = keys.map(({ key, usedToday }) => ({ ...keyAsJson(key, now), usedToday }))
      terminal.print(JSON.stringify(records, undefined, 2))
    } else {
      terminal.print(keys.length === 0 ? 'there are no keys' : keyTable(keys, now))
    }
    return exitCodes.success
  },
}

function keysInUse(folder: string, now: number): readonly KeyInUse[] {
  const keys = keysOf(folder)
  const used = usageOf(folder, keys, [dayOf(now)])
  return keys.map((key, index) => ({ key, usedToday: used[index]?.usage.units ?? 0 }))
}
