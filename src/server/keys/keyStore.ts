import type { ApiKey } from './apiKey.ts'

/** Keeps keys. Several servers may share one store. */
export interface KeyStore {
  get(id: string): ApiKey | undefined
  /** Every key once, in any order. */
  list(): readonly ApiKey[]
  put(key: ApiKey): void
  /** How long a server may use a key without asking again; a second if absent. */
  readonly cacheMs?: number
  /** Why no key can be accepted at the moment; undefined when keys can be read. */
  readonly unavailable?: string | undefined
}

/** Keys that a server changes for its operator. */
export interface ChangeableKeys extends Pick<KeyStore, 'get' | 'list'> {
  /** Calls `work` with the keys, after other processes that change them. */
  change<Result>(work: (keys: KeyStore) => Result): Promise<Result>
}
