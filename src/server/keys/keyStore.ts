import { asciiBytes, concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import type { Store } from '../../store/store.ts'
import type { ApiKey } from './apiKey.ts'
import { decodeKey, encodeKey } from './keyRecord.ts'

/** Keeps keys. Several servers may share one store. */
export interface KeyStore {
  get(id: string): ApiKey | undefined
  /** Every key once, in any order. */
  list(): readonly ApiKey[]
  /** Some keys after the one with an id, or the first ones if it is empty; none at the end. */
  page(after: string): readonly ApiKey[]
  put(key: ApiKey): void
  /** How long a server may use a key without asking again; a second if absent. */
  readonly cacheMs?: number
  /** Why no key can be accepted at the moment; undefined when keys can be read. */
  readonly unavailable?: string | undefined
}

/** Keys that a server changes for its operator. */
export interface ChangeableKeys extends Pick<KeyStore, 'get' | 'list' | 'page'> {
  /** Calls `work` with the keys, after other processes that change them. */
  change<Result>(work: (keys: KeyStore) => Result): Promise<Result>
}

/** About two milliseconds. */
const keysOfPage = 200

/** Keys in a table of a store. A server may read a folder that another process writes. */
export function storedKeys(store: Store): KeyStore {
  return {
    get(id) {
      const bytes = store.get('keys', asciiBytes(id))
      return bytes === undefined ? undefined : decodeKey(bytes)
    },
    list: () => Array.from(store.range('keys'), ({ value }): ApiKey => decodeKey(value)),
    page(after) {
      const start = after === '' ? emptyBytes : concatBytes(asciiBytes(after), Uint8Array.of(0))
      const keys: ApiKey[] = []
      for (const { value } of store.range('keys', { start })) {
        if (keys.push(decodeKey(value)) === keysOfPage) break
      }
      return keys
    },
    put(key) {
      store.write((batch) => batch.put('keys', asciiBytes(key.id), encodeKey(key)))
    },
  }
}
