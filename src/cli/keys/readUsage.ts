import type { ApiKey } from '../../server/keys/apiKey.ts'
import { readKeyFolder, readUsageFolder } from '../../server/keys/apiKeyFolder.ts'
import { storedKeys } from '../../server/keys/keyStore.ts'
import { storedUsage } from '../../server/limits/storedQuotas.ts'
import { noUsage, type Usage } from '../../server/limits/usage.ts'
import type { Store } from '../../store/store.ts'
import { type KeysPlace, keyringOver, withSharedState } from './keyringAccess.ts'

/** What a key has used on a day. */
export interface UsageOfDay {
  readonly key: ApiKey
  /** Days since 1970 in UTC. */
  readonly day: number
  readonly usage: Usage
}

/** The usage of the keys on each of the days, ordered by day and then by the age of the keys. */
export async function readUsage(
  place: KeysPlace,
  days: readonly number[],
): Promise<{ readonly keys: readonly ApiKey[]; readonly used: readonly UsageOfDay[] }> {
  if ('shared' in place) {
    return withSharedState(place.shared, async ({ keys: shared, quotas }) => {
      const keys = keyringOver(shared).list()
      const rows = days.flatMap((day) =>
        keys.map(async (key) => ({ key, day, usage: await quotas.read(key.id, day) })),
      )
      return { keys, used: await Promise.all(rows) }
    })
  }
  const keys = read(readKeyFolder(place.folder), (store) => keyringOver(storedKeys(store)).list()) ?? []
  return { keys, used: usageIn(place.folder, keys, days) }
}

function usageIn(folder: string, keys: readonly ApiKey[], days: readonly number[]): readonly UsageOfDay[] {
  const usageOf = (store: Store | undefined): UsageOfDay[] =>
    days.flatMap((day) =>
      keys.map((key) => ({
        key,
        day,
        usage: store === undefined ? noUsage : storedUsage(store, key.id, day),
      })),
    )
  return read(readUsageFolder(folder), usageOf) ?? usageOf(undefined)
}

function read<Result>(store: Store | undefined, work: (store: Store) => Result): Result | undefined {
  try {
    return store && work(store)
  } finally {
    store?.close()
  }
}
