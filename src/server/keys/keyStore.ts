import type { ApiKey } from './apiKey.ts'

/** Where keys are kept. Several servers may share one. */
export interface KeyStore {
  get(id: string): ApiKey | undefined
  /** Oldest id first is not promised; every key once is. */
  list(): readonly ApiKey[]
  put(key: ApiKey): void
}
