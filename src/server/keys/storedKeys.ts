import { asciiBytes } from '../../primitives/bytes.ts'
import type { Store } from '../../store/store.ts'
import type { ApiKey } from './apiKey.ts'
import { decodeKey, encodeKey } from './keyRecord.ts'
import type { KeyStore } from './keyStore.ts'

/** Keys in a table of a store. A server may read a folder that another process writes. */
export function storedKeys(store: Store): KeyStore {
  return {
    get(id) {
      const bytes = store.get('keys', asciiBytes(id))
      return bytes === undefined ? undefined : decodeKey(bytes)
    },
    list: () => Array.from(store.range('keys'), ({ value }): ApiKey => decodeKey(value)),
    put(key) {
      store.write((batch) => batch.put('keys', asciiBytes(key.id), encodeKey(key)))
    },
  }
}
