import { BoundedMap } from '../primitives/bounds/boundedMap.ts'
import type { Hash } from '../primitives/bytes.ts'
import { wordKey } from '../primitives/mapKeys.ts'

/** The hashes added last, up to a capacity; the oldest is dropped first. */
export class RecentHashes {
  readonly #hashes: BoundedMap<string, true>

  constructor(capacity: number) {
    this.#hashes = new BoundedMap(capacity)
  }

  has(hash: Hash): boolean {
    return this.#hashes.has(wordKey(hash))
  }

  /** Whether the hash is new. Adding one again does not make it newer. */
  add(hash: Hash): boolean {
    const key = wordKey(hash)
    if (this.#hashes.has(key)) return false
    this.#hashes.set(key, true)
    return true
  }
}
