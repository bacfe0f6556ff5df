/** Maximum number of keys in a chunk. */
const chunkLength = 512

/**
 * A sorted set of strings in chunks of bounded length. Finding a key is a binary search; adding or removing one moves
 * at most one chunk.
 */
export class SortedKeys {
  readonly #chunks: string[][] = []

  constructor(keys: Iterable<string>) {
    const sorted = [...keys].sort(byCodeUnit)
    const half = chunkLength / 2
    for (let at = 0; at < sorted.length; at += half) this.#chunks.push(sorted.slice(at, at + half))
  }

  /** Adds a key that is not there yet. */
  add(key: string): void {
    if (this.#chunks.length === 0) this.#chunks.push([])
    const index = Math.min(this.#chunkOf(key), this.#chunks.length - 1)
    const chunk = this.#chunks[index]!
    chunk.splice(position(chunk, key), 0, key)
    if (chunk.length > chunkLength) this.#chunks.splice(index + 1, 0, chunk.splice(chunkLength / 2))
  }

  /** Removes a key that is there. */
  remove(key: string): void {
    const index = this.#chunkOf(key)
    const chunk = this.#chunks[index]!
    chunk.splice(position(chunk, key), 1)
    if (chunk.length === 0) this.#chunks.splice(index, 1)
  }

  /** Keys from `start` on, ascending. */
  *from(start: string): Generator<string, void, undefined> {
    let index = this.#chunkOf(start)
    let at = index < this.#chunks.length ? position(this.#chunks[index]!, start) : 0
    for (; index < this.#chunks.length; index++, at = 0) {
      const chunk = this.#chunks[index]!
      while (at < chunk.length) yield chunk[at++]!
    }
  }

  /** Keys below `end`, descending; all keys if undefined. */
  *below(end: string | undefined): Generator<string, void, undefined> {
    let index = end === undefined ? this.#chunks.length : this.#chunkOf(end)
    let at = end !== undefined && index < this.#chunks.length ? position(this.#chunks[index]!, end) : 0
    while (true) {
      while (at > 0) yield this.#chunks[index]![--at]!
      if (index === 0) return
      at = this.#chunks[--index]!.length
    }
  }

  /** The first chunk whose last key is not below `key`. */
  #chunkOf(key: string): number {
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#chunks[middle]!.at(-1)! < key) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The index of the first key that is not below `key`. */
function position(chunk: readonly string[], key: string): number {
  let low = 0
  let high = chunk.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (chunk[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
