import { StoreError } from '../../store/errors.ts'
import type { Store } from '../../store/store.ts'
import type { ApiKey } from './apiKey.ts'
import { readKeyFolder } from './keyFolder.ts'
import type { KeyStore } from './keyStore.ts'
import { storedKeys } from './storedKeys.ts'

/** The keys of a data folder, read-only. The folder may be created after the server has started. */
export class ServedKeys implements KeyStore {
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

  put(): never {
    throw new StoreError('read-only', 'a server does not change keys: cambium keys does')
  }

  close(): void {
    this.#store?.close()
  }

  #keys(): KeyStore | undefined {
    this.#store ??= readKeyFolder(this.#dataFolder)
    return this.#store && storedKeys(this.#store)
  }
}
