import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { copyTables, markComplete, markIncomplete } from '../../store/copyStore.ts'
import { StoreError } from '../../store/errors.ts'
import { smallSpareBytes } from '../../store/folder/diskSpace.ts'
import { openStore } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'
import type { ApiKey } from './apiKey.ts'
import { type ChangeableKeys, type KeyStore, storedKeys } from './keyStore.ts'

/*
 * API keys have a store of their own in the data folder. The command that manages keys opens it briefly for writing;
 * servers only read it, and so see new and revoked keys without a restart. The usage that servers count is in another
 * store, which that command never writes.
 */

/** The stamp of a store names its network; these stores belong to the service. */
const stampOf = (name: string) => ({ network: `service/${name}`, genesisHash: new Uint8Array(32) })

const optionsOf = (dataFolder: string, name: 'keys' | 'usage') => ({
  path: join(dataFolder, name),
  ...stampOf(name),
  tables: ['meta', name] as const,
  // A format of its own: a change of the tables of chains does not concern keys.
  format: 2,
  spare: smallSpareBytes,
})

const attemptMs = 50
const maximumWaitMs = 5_000

/**
 * Runs `work` with the store open for writing, after any other process that does the same. `closeReader` is called before
 * each attempt to open it, because a process cannot open a folder for reading and for writing at once.
 */
export async function withKeyFolder<Result>(
  dataFolder: string,
  work: (store: Store) => Result,
  closeReader = () => {},
): Promise<Result> {
  const store = await openWhenFree(dataFolder, closeReader)
  try {
    return work(store)
  } finally {
    store.close()
  }
}

/** Undefined when no key was ever created. */
export const readKeyFolder = (dataFolder: string): Store | undefined => readIfThere(dataFolder, 'keys')

export const openUsageFolder = (dataFolder: string): Store => openStore(optionsOf(dataFolder, 'usage'))

/** Undefined when no server ever counted usage. */
export const readUsageFolder = (dataFolder: string): Store | undefined => readIfThere(dataFolder, 'usage')

function readIfThere(dataFolder: string, name: 'keys' | 'usage'): Store | undefined {
  try {
    return openStore({ ...optionsOf(dataFolder, name), readOnly: true })
  } catch (error) {
    // A store without tables is being created right now.
    const isMissing = error instanceof StoreError && ['folder-missing', 'missing-table'].includes(error.code)
    if (isMissing) return undefined
    throw error
  }
}

/**
 * Copies keys and usage to another data folder, beside a server that uses them. Returns the number of keys; undefined without
 * any, and `kept` when the other folder has keys that are not to be replaced.
 */
export function copyServiceFolders(
  from: string,
  to: string,
  { replaces }: { readonly replaces: boolean },
): number | 'kept' | undefined {
  const isKept = !replaces && isComplete(to)
  if (isKept) return 'kept'
  for (const name of ['usage', 'keys'] as const) copyFolder(from, to, name)
  const keys = readKeyFolder(to)
  try {
    return keys && storedKeys(keys).list().length
  } finally {
    keys?.close()
  }
}

/** Whether a folder has keys; those of an interrupted copy are copied again. */
function isComplete(dataFolder: string): boolean {
  try {
    const store = readKeyFolder(dataFolder)
    store?.close()
    return store !== undefined
  } catch (error) {
    if (error instanceof StoreError && error.code === 'incomplete-copy') return false
    throw error
  }
}

function copyFolder(from: string, to: string, name: 'keys' | 'usage'): void {
  const source = readIfThere(from, name)
  if (source === undefined) return
  try {
    const target = openStore({ ...optionsOf(to, name), acceptsIncomplete: true })
    try {
      source.snapshot((reader) => {
        markIncomplete(target)
        for (const _ of copyTables([name], reader, target));
        markComplete(target)
      })
    } finally {
      target.close()
    }
  } finally {
    source.close()
  }
}

async function openWhenFree(dataFolder: string, closeReader: () => void): Promise<Store> {
  for (let waitedMs = 0; ; waitedMs += attemptMs) {
    try {
      closeReader()
      return openStore(optionsOf(dataFolder, 'keys'))
    } catch (error) {
      const isTaken = error instanceof StoreError && error.code === 'in-use'
      if (!isTaken || waitedMs >= maximumWaitMs) throw error
    }
    await pause(attemptMs)
  }
}

/** The keys of a data folder, which may be created after the server has started. */
export class ServedKeys implements KeyStore, ChangeableKeys {
  readonly #dataFolder: string
  #store: Store | undefined

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
    this.#store = readKeyFolder(dataFolder)
  }

  get(id: string): ApiKey | undefined {
    return this.#keys()?.get(id)
  }

  list(): readonly ApiKey[] {
    return this.#keys()?.list() ?? []
  }

  page(after: string): readonly ApiKey[] {
    return this.#keys()?.page(after) ?? []
  }

  put(): never {
    throw new StoreError('read-only', 'keys of a running server are changed within change()')
  }

  change<Result>(work: (keys: KeyStore) => Result): Promise<Result> {
    return withKeyFolder(
      this.#dataFolder,
      (store) => work(storedKeys(store)),
      () => this.#closeReader(),
    )
  }

  close(): void {
    this.#closeReader()
  }

  /** The next read opens it again. */
  #closeReader(): void {
    this.#store?.close()
    this.#store = undefined
  }

  #keys(): KeyStore | undefined {
    this.#store ??= readKeyFolder(this.#dataFolder)
    return this.#store && storedKeys(this.#store)
  }
}
