import type { ApiKey } from '../../server/keys/apiKey.ts'
import { readKeyFolder, readUsageFolder } from '../../server/keys/keyFolder.ts'
import { type KeyUsage, noUsage } from '../../server/limits/keyUsage.ts'
import { storedUsage } from '../../server/limits/storedQuotas.ts'
import type { Store } from '../../store/store.ts'
import { keyringOver } from './keyringAccess.ts'

/** What a key has used on a day. */
export interface UsageOfDay {
  readonly key: ApiKey
  /** Days since 1970 in UTC. */
  readonly day: number
  readonly usage: KeyUsage
}

/** The keys of a data folder, oldest first. */
export const keysOf = (folder: string): readonly ApiKey[] =>
  read(readKeyFolder(folder), (store) => keyringOver(store).list()) ?? []

/** The usage of each key on each of the days, ordered by day and then as the keys are. */
export function usageOf(
  folder: string,
  keys: readonly ApiKey[],
  days: readonly number[],
): readonly UsageOfDay[] {
  const usageIn = (store: Store | undefined): UsageOfDay[] =>
    days.flatMap((day) =>
      keys.map((key) => ({
        key,
        day,
        usage: store === undefined ? noUsage : storedUsage(store, key.id, day),
      })),
    )
  return read(readUsageFolder(folder), usageIn) ?? usageIn(undefined)
}

function read<Result>(store: Store | undefined, work: (store: Store) => Result): Result | undefined {
  try {
    return store && work(store)
  } finally {
    store?.close()
  }
}
