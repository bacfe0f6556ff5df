import type { ApiKey } from './apiKey.ts'

/** Keeps keys. Several servers may share one store. */
export interface KeyStore {
  get(id: string): ApiKey | undefined
  /** Every key once, in any order. */
  list(): readonly ApiKey[]
  put(key: ApiKey): void
}
