import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from '../../store/errors.ts'
import { openStore } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'

/*
 * API keys have a store of their own in the data folder. Whoever manages keys writes it for a moment; servers only
 * read it, and so hear of new and revoked keys without a restart. What servers count, the usage, is in another
 * store that the manager never writes.
 */

/** A store belongs to a network by its stamp; these belong to the service. */
const stampOf = (name: string) => ({ network: `service/${name}`, genesisHash: new Uint8Array(32) })

const optionsOf = (dataFolder: string, name: 'keys' | 'usage') => ({
  path: join(dataFolder, name),
  ...stampOf(name),
})

const attemptMs = 50
const longestWaitMs = 5_000

/** For managing keys: runs `work` with the store to itself, after others who do the same. */
export async function withKeyFolder<Result>(
  dataFolder: string,
  work: (store: Store) => Result,
): Promise<Result> {
  const store = await openWhenFree(dataFolder)
  try {
    return work(store)
  } finally {
    store.close()
  }
}

/** Undefined where no key was ever made. */
export const readKeyFolder = (dataFolder: string): Store | undefined => readIfThere(dataFolder, 'keys')

export const openUsageFolder = (dataFolder: string): Store => openStore(optionsOf(dataFolder, 'usage'))

/** Undefined where no server ever counted. */
export const readUsageFolder = (dataFolder: string): Store | undefined => readIfThere(dataFolder, 'usage')

function readIfThere(dataFolder: string, name: 'keys' | 'usage'): Store | undefined {
  try {
    return openStore({ ...optionsOf(dataFolder, name), readOnly: true })
  } catch (error) {
    // Without tables it is being made at this moment.
    const isMissing = error instanceof StoreError && ['folder-missing', 'missing-table'].includes(error.code)
    if (isMissing) return undefined
    throw error
  }
}

async function openWhenFree(dataFolder: string): Promise<Store> {
  for (let waitedMs = 0; ; waitedMs += attemptMs) {
    try {
      return openStore(optionsOf(dataFolder, 'keys'))
    } catch (error) {
      const isTaken = error instanceof StoreError && error.code === 'in-use'
      if (!isTaken || waitedMs >= longestWaitMs) throw error
    }
    await pause(attemptMs)
  }
}
