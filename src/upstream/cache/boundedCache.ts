import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { ForkCache } from './forkCache.ts'

const entryBytes = 200

/** A cache in memory that drops what was used longest ago. */
export function boundedCache(capacityBytes: number): ForkCache {
  const values = new BoundedMap<string, Uint8Array>(capacityBytes, ({ length }) => entryBytes + length)
  return {
    get: (key) => values.use(textOf(key)),
    put(entries) {
      for (const [key, value] of entries) values.set(textOf(key), value)
    },
    close() {},
  }
}

const textOf = (key: Uint8Array): string =>
  Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1')
