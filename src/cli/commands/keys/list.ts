import { readKeyFolder, readUsageFolder } from '../../../server/keys/keyFolder.ts'
import { dayOf } from '../../../server/limits/quotaStore.ts'
import { storedUsage } from '../../../server/limits/storedQuotas.ts'
import type { Store } from '../../../store/store.ts'
import type { Command } from '../../commandLine/command.ts'
import { exitCodes } from '../../commandLine/errors.ts'
import { type KeyInUse, keyAsJson, keyTable } from '../../keys/keyDescriptions.ts'
import {
  expectNoOperands,
  jsonOption,
  keyringOver,
  keysFolderOf,
  keysOptions,
} from '../../keys/keyringAccess.ts'

export const keysListCommand: Command = {
  name: 'keys list',
  operands: '',
  summary: 'show all API keys with their grants and their usage today',
  description: `Lists every key, including revoked and expired ones, oldest first. The keys themselves are not shown:
only their hashes are stored. Usage is in cost units per UTC day, at most one second old.`,
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
  const keys = read(readKeyFolder(folder), (store) => keyringOver(store).list()) ?? []
  const usage = (store: Store) => keys.map(({ id }) => storedUsage(store, id, dayOf(now)))
  const used = read(readUsageFolder(folder), usage)
  return keys.map((key, index) => ({ key, usedToday: used?.[index] ?? 0 }))
}

function read<Result>(store: Store | undefined, work: (store: Store) => Result): Result | undefined {
  try {
    return store && work(store)
  } finally {
    store?.close()
  }
}
