import { Buffer } from '../../platform/buffer.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import type { BaseValues } from '../../trie/trie.ts'
import type { ForkCache } from '../cache/forkCache.ts'
import type { FetchTask, MissingValues } from '../fetching/missingValues.ts'
import {
  impliedValue,
  needsOf,
  type OriginBlock,
  type ReadPlan,
  type StateEntry,
  type StateReading,
} from './need.ts'

/** Maximum memory for the values of one block's state; the cache on disk has all of them. */
const capacityBytes = 128 << 20
const entryBytes = 200

export interface OriginStateParts {
  readonly block: OriginBlock
  readonly reading: StateReading
  readonly cache: ForkCache
  readonly missing: MissingValues
}

/** The state after one block of another chain; each value is fetched once. Absent values are empty here. */
export class OriginState implements BaseValues {
  readonly #parts: OriginStateParts
  readonly #values = new BoundedMap<string, Uint8Array>(capacityBytes, ({ length }) => entryBytes + length)
  /** Keys that a guessing run misses. */
  readonly #wanted = new Map<string, Uint8Array>()

  constructor(parts: OriginStateParts) {
    this.#parts = parts
  }

  get(key: Uint8Array): Uint8Array | undefined {
    const { missing } = this.#parts
    const id = keyId(key)
    const known = this.#known(id, key)
    if (known !== undefined) return known.length === 0 ? undefined : known
    if (missing.isGuessing) {
      this.#wanted.set(id, key)
      missing.collect(`state ${keyId(this.#parts.block.hash)}`, () => this.#taskOfWanted())
      return undefined
    }
    missing.fetchNow(this.#task([key]))
    const fetched = this.#values.get(id)
    return fetched === undefined || fetched.length === 0 ? undefined : fetched
  }

  #known(id: string, key: Uint8Array): Uint8Array | undefined {
    const held = this.#values.use(id)
    if (held !== undefined) return held
    const found = this.#parts.cache.get(this.#cacheKey(key)) ?? impliedValue(key, this.#parts.block.number)
    if (found !== undefined) this.#values.set(id, found)
    return found
  }

  #taskOfWanted(): FetchTask {
    const keys = [...this.#wanted.values()]
    this.#wanted.clear()
    return this.#task(keys)
  }

  #task(keys: readonly Uint8Array[]): FetchTask {
    const { reading, block } = this.#parts
    return this.#taskOf(reading.plan(needsOf(keys), block))
  }

  #taskOf(plan: ReadPlan): FetchTask {
    return {
      calls: plan.calls,
      settle: (answers) => {
        const { entries, next } = plan.settle(answers)
        this.#keep(entries)
        return next && this.#taskOf(next)
      },
    }
  }

  #keep(entries: readonly StateEntry[]): void {
    this.#parts.cache.put(entries.map(([key, value]) => [this.#cacheKey(key), value] as const))
    for (const [key, value] of entries) this.#values.set(keyId(key), value)
  }

  #cacheKey(key: Uint8Array): Uint8Array {
    return concatBytes(this.#parts.block.hash, key)
  }
}

const keyId = (key: Uint8Array): string =>
  Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1')
