import { Buffer } from '../../platform/buffer.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { encodeAccount } from '../../protocol/account.ts'
import type { BaseValues } from '../../trie/baseValues.ts'
import type { ForkCache } from '../cache/forkCache.ts'
import type { FetchTask, MissingValues } from '../fetching/missingValues.ts'
import {
  needsOf,
  type OriginBlock,
  type ReadPlan,
  type StateEntry,
  type StateReading,
  statePartOf,
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
    const found = this.#parts.cache.get(this.#cacheKey(key)) ?? this.#follows(key)
    if (found !== undefined) this.#values.set(id, found)
    return found
  }

  /** The nonce of the sender of REMASC transactions counts the blocks; keys of unknown forms are absent. */
  #follows(key: Uint8Array): Uint8Array | undefined {
    const part = statePartOf(key)
    if (part === undefined) return emptyBytes
    const { number } = this.#parts.block
    if (part.kind !== 'remasc-sender') return undefined
    return number === 0 ? emptyBytes : encodeAccount({ nonce: BigInt(number), balance: 0n })
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
