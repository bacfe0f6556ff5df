import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import type { ForkCache } from '../cache/forkCache.ts'
import type { FetchTask } from '../fetching/missingValues.ts'
import { keyId, type StateValues } from './fetchedState.ts'
import { needsOf, type OriginBlock, type StateEntry, type StateReading } from './need.ts'

/** Maximum memory for the values of one block's state; the cache on disk has all of them. */
const capacityBytes = 128 << 20
const entryBytes = 200

/** Values that are kept without their proofs, because they were checked when they came, or the endpoint is trusted. */
export class KeptValues implements StateValues {
  readonly #block: OriginBlock
  readonly #reading: StateReading
  readonly #cache: ForkCache
  readonly #values = new BoundedMap<string, Uint8Array>(capacityBytes, ({ length }) => entryBytes + length)

  constructor(block: OriginBlock, reading: StateReading, cache: ForkCache) {
    this.#block = block
    this.#reading = reading
    this.#cache = cache
  }

  known(key: Uint8Array): Uint8Array | undefined {
    const id = keyId(key)
    const held = this.#values.use(id)
    if (held !== undefined) return held
    const found = this.#cache.get(this.#cacheKey(key))
    if (found !== undefined) this.#values.set(id, found)
    return found
  }

  fetching(keys: readonly Uint8Array[]): FetchTask {
    return this.#reading(needsOf(keys), this.#block, (entries) => this.#keep(entries))
  }

  #keep(entries: readonly StateEntry[]): void {
    this.#cache.put(entries.map(([key, value]) => [this.#cacheKey(key), value] as const))
    for (const [key, value] of entries) this.#values.set(keyId(key), value)
  }

  #cacheKey(key: Uint8Array): Uint8Array {
    return concatBytes(this.#block.hash, key)
  }
}
