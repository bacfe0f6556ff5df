import { Buffer } from '../../platform/buffer.ts'
import type { BaseValues } from '../../trie/trie.ts'
import { type FetchTask, GuessEnded, type MissingValues } from '../fetching/missingValues.ts'
import { impliedValue, type OriginBlock } from './need.ts'

/** Where the values of a state come from, which decides what an answer must prove. */
export interface StateValues {
  /** A value, empty for an absent one; undefined for one that must be fetched. */
  known(key: Uint8Array): Uint8Array | undefined
  /** Fetches values, which are known then. */
  fetching(keys: readonly Uint8Array[]): FetchTask
}

export interface FetchedStateParts {
  readonly block: OriginBlock
  readonly values: StateValues
  readonly missing: MissingValues
}

/** The state after a block that others have: each value is fetched when it is read for the first time. */
export class FetchedState implements BaseValues {
  readonly #parts: FetchedStateParts
  /** Keys that a guessing run misses. */
  readonly #wanted = new Map<string, Uint8Array>()

  constructor(parts: FetchedStateParts) {
    this.#parts = parts
  }

  /** A guessing run gets undefined for a value that is not known yet. */
  get(key: Uint8Array): Uint8Array | undefined {
    const value = this.#known(key) ?? this.#fetched(key)
    return value?.length === 0 ? undefined : value
  }

  /** Fetches what belongs to some keys. A guessing run ends without it. */
  fetch(keys: readonly Uint8Array[]): void {
    const { missing } = this.#parts
    if (keys.length === 0) return
    this.#want(keys)
    if (missing.isGuessing) throw new GuessEnded('a state')
    missing.fetchNow(this.#taskOfWanted())
  }

  #known(key: Uint8Array): Uint8Array | undefined {
    const { values, block } = this.#parts
    return values.known(key) ?? impliedValue(key, block.number)
  }

  #fetched(key: Uint8Array): Uint8Array | undefined {
    const { missing } = this.#parts
    this.#want([key])
    if (missing.isGuessing) return undefined
    missing.fetchNow(this.#taskOfWanted())
    return this.#known(key)
  }

  #want(keys: readonly Uint8Array[]): void {
    const { block, missing } = this.#parts
    for (const key of keys) this.#wanted.set(keyId(key), key)
    missing.collect(`state ${keyId(block.hash)}`, () => this.#taskOfWanted())
  }

  #taskOfWanted(): FetchTask {
    const keys = [...this.#wanted.values()]
    this.#wanted.clear()
    return this.#parts.values.fetching(keys)
  }
}

/** A key as a key of a Map. */
export const keyId = (key: Uint8Array): string =>
  Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1')
