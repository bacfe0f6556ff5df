import { copyBytes } from '../copyBytes.ts'
import { bytesOf, type HeldValue } from '../deferredValue.ts'
import { type Page, type PageRequest, pageBytes } from '../engine.ts'
import { maximumKeyLength } from '../keys.ts'
import type { Entry } from '../store.ts'
import { SortedKeys } from './sortedKeys.ts'

/**
 * A map from key text to value. Key text has one character per byte, so text order is byte order. The sorted keys exist
 * from the first walk on: most tables are never walked.
 */
export class MemoryTable {
  readonly #values = new Map<string, HeldValue>()
  #sorted: SortedKeys | undefined

  get size(): number {
    return this.#values.size
  }

  has(key: string): boolean {
    return this.#values.has(key)
  }

  get(key: string): Uint8Array | undefined {
    const value = this.#values.get(key)
    return value && bytesOf(value)
  }

  /** `replace` for a caller that does not need the previous value, which is not looked up then. */
  set(key: string, value: HeldValue | undefined): void {
    if (this.#sorted !== undefined || value === undefined) this.replace(key, value)
    else this.#values.set(key, value)
  }

  /** Sets the value, or removes the key with `undefined`, and returns the previous value. */
  replace(key: string, value: HeldValue | undefined): HeldValue | undefined {
    const before = this.#values.get(key)
    if (value !== undefined) {
      this.#values.set(key, value)
      if (before === undefined) this.#sorted?.add(key)
    } else if (before !== undefined) {
      this.#values.delete(key)
      this.#sorted?.remove(key)
    }
    return before
  }

  page({ start, end, reverse, limit }: PageRequest): Page {
    this.#sorted ??= new SortedKeys(this.#values.keys())
    const first = start === undefined ? '' : keyText(start)
    const stop = end === undefined ? undefined : keyText(end)
    const entries: Entry[] = []
    let bytes = 0
    for (const key of reverse ? this.#sorted.below(stop) : this.#sorted.from(first)) {
      if (reverse ? key < first : stop !== undefined && key >= stop) break
      const value = copyBytes(this.get(key)!)
      entries.push({ key: keyBytes(key), value })
      bytes += value.length
      if (entries.length === limit || bytes >= pageBytes) return { entries, last: false }
    }
    return { entries, last: true }
  }
}

// One byte longer than a key, for the successor of the longest key.
const scratch = Buffer.alloc(maximumKeyLength + 1)

export function keyText(key: Uint8Array): string {
  if (key.length === 8) return numberText(key)
  if (key.length === 32) return hashText(key)
  scratch.set(key)
  return scratch.toString('latin1', 0, key.length)
}

// Most keys are numbers of blocks and hashes. V8 compiles a call with every character written out inline, which takes half of
// the time of Buffer's decoder.

const numberText = (key: Uint8Array): string =>
  String.fromCharCode(key[0]!, key[1]!, key[2]!, key[3]!, key[4]!, key[5]!, key[6]!, key[7]!)

// biome-ignore format: one character for each byte.
const hashText = (key: Uint8Array): string =>
  String.fromCharCode(
    key[0]!, key[1]!, key[2]!, key[3]!, key[4]!, key[5]!, key[6]!, key[7]!,
    key[8]!, key[9]!, key[10]!, key[11]!, key[12]!, key[13]!, key[14]!, key[15]!,
    key[16]!, key[17]!, key[18]!, key[19]!, key[20]!, key[21]!, key[22]!, key[23]!,
    key[24]!, key[25]!, key[26]!, key[27]!, key[28]!, key[29]!, key[30]!, key[31]!,
  )

export function keyBytes(text: string): Uint8Array {
  const key = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) key[i] = text.charCodeAt(i)
  return key
}
