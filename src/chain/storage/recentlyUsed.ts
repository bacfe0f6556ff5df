import type { Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'

interface Held<Value> {
  readonly value: Value
  readonly size: number
}

/**
 * Values by hash, bounded by the sum of their sizes. They live in a young generation; when it has taken half of
 * the capacity it becomes the old one, and what is left of the previous old one is dropped. A value that is used
 * again moves back to the young generation, so what was not used for longest goes first.
 */
export class RecentlyUsed<Value> {
  readonly #generationSize: number
  #young = new Map<string, Held<Value>>()
  #old = new Map<string, Held<Value>>()
  #youngSize = 0

  constructor(capacity: number) {
    this.#generationSize = capacity / 2
  }

  get(hash: Hash): Value | undefined {
    const key = wordKey(hash)
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const old = this.#old.get(key)
    if (old !== undefined) this.#keep(key, old)
    return old?.value
  }

  /** Keeps a value that is not held yet, unless it is larger than a generation. */
  add(hash: Hash, value: Value, size: number): Value {
    if (size <= this.#generationSize) this.#keep(wordKey(hash), { value, size })
    return value
  }

  #keep(key: string, held: Held<Value>): void {
    if (this.#youngSize + held.size > this.#generationSize) this.#turn()
    this.#young.set(key, held)
    this.#youngSize += held.size
  }

  #turn(): void {
    this.#old = this.#young
    this.#young = new Map()
    this.#youngSize = 0
  }
}
