import type { ApiKey } from './apiKey.ts'

/** Keeps keys. Several servers may share one store. */
export interface KeyStore {
  get(id: string): ApiKey | undefined
  /** Every key once, in any order. */
  list(): readonly ApiKey[]
  put(key: ApiKey): void
}

/** Keys that a server changes for its operator. */
export interface ChangeableKeys extends Pick<KeyStore, 'get' | 'list'> {
  /** Calls `work` with the keys, after other processes that change them. */
  change<Result>(work: (keys: KeyStore) => Result): Promise<Result>
}
