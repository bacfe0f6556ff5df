import { asciiBytes } from '../../primitives/bytes.ts'
import type { Batch, Store } from '../../store/store.ts'
import { addUsage, decodeUsage, encodeUsage, noUsage, type Usage } from './usage.ts'

export interface UsageTableParts {
  /** Has the table `usage`. */
  readonly store: Store
  /** Called with failed writes, which are tried again. */
  readonly report: (error: unknown) => void
  readonly saveEveryMs: number
  /** The key of a record; the period comes first, so that old ones are together. */
  readonly keyOf: (period: number, name: string) => string
  /** Older records are removed. */
  readonly periodsKept: number
}

interface CountedUsage {
  usage: Usage
  isSaved: boolean
}

/** The usage of days or hours in a store, counted in memory and saved in one write after a while: a crash loses that much. */
export class UsageTable {
  readonly #parts: UsageTableParts
  /** The usage of the latest period; that of an older one is dropped once it is saved. */
  readonly #counted = new Map<string, CountedUsage>()
  readonly #timer: NodeJS.Timeout
  #latest = 0

  constructor(parts: UsageTableParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.trySave(), parts.saveEveryMs)
    this.#timer.unref()
  }

  of(period: number, name: string): Usage {
    return this.#entry(period, name).usage
  }

  add(period: number, name: string, usage: Partial<Usage>): void {
    const entry = this.#entry(period, name)
    entry.usage = addUsage(entry.usage, usage)
    entry.isSaved = false
  }

  trySave(): void {
    try {
      this.#save()
    } catch (error) {
      this.#parts.report(error)
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#save()
  }

  #entry(period: number, name: string): CountedUsage {
    if (period > this.#latest) this.#begin(period)
    const key = this.#parts.keyOf(period, name)
    const known = this.#counted.get(key)
    if (known !== undefined) return known
    const entry = { usage: usageAt(this.#parts.store, key), isSaved: true }
    this.#counted.set(key, entry)
    return entry
  }

  #begin(period: number): void {
    if (this.#latest > 0) this.trySave()
    for (const [key, { isSaved }] of this.#counted) if (isSaved) this.#counted.delete(key)
    this.#latest = period
  }

  #save(): void {
    const unsaved = [...this.#counted].filter(([, { isSaved }]) => !isSaved)
    if (unsaved.length === 0) return
    this.#parts.store.write((batch) => {
      for (const [key, { usage }] of unsaved) batch.put('usage', asciiBytes(key), encodeUsage(usage))
      this.#forgetOld(batch)
    })
    for (const [, entry] of unsaved) entry.isSaved = true
  }

  #forgetOld(batch: Batch): void {
    const { keyOf, periodsKept } = this.#parts
    const end = Math.max(0, this.#latest - periodsKept)
    const range = { start: asciiBytes(keyOf(0, '')), end: asciiBytes(keyOf(end, '')) }
    const old = Array.from(batch.range('usage', range), ({ key }) => key)
    for (const key of old) batch.delete('usage', key)
  }
}

/** The usage of a record at the last save. */
export function usageAt(store: Pick<Store, 'get'>, key: string): Usage {
  const bytes = store.get('usage', asciiBytes(key))
  return bytes === undefined ? noUsage : decodeUsage(bytes)
}
