import { StoreError } from '../../store/errors.ts'
import type { Store } from '../../store/store.ts'
import type { ApiKey } from './apiKey.ts'
import { readKeyFolder, withKeyFolder } from './keyFolder.ts'
import type { ChangeableKeys, KeyStore } from './keyStore.ts'
import { storedKeys } from './storedKeys.ts'

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
