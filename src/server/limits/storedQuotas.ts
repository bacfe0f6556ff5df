import { asciiBytes } from '../../primitives/bytes.ts'
import type { Batch, Store } from '../../store/store.ts'
import type { QuotaStore } from './quotaStore.ts'
import { addUsage, decodeUsage, encodeUsage, noUsage, type Usage } from './usage.ts'

const saveEveryMs = 1_000
export const daysKept = 40

interface CountedUsage {
  usage: Usage
  isSaved: boolean
}

export interface StoredQuotasParts {
  readonly store: Store
  /** Called with failed writes, which are tried again. */
  readonly report: (error: unknown) => void
}

/**
 * Spending in a table of a store, counted in memory and saved in one write a second: after a crash at most one second
 * of spending is lost.
 */
export class StoredQuotas implements QuotaStore {
  readonly #parts: StoredQuotasParts
  /** The spending of today; that of an older day is dropped once it is saved. */
  readonly #usage = new Map<string, CountedUsage>()
  readonly #timer: NodeJS.Timeout
  #latestDay = 0

  constructor(parts: StoredQuotasParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.#trySave(), saveEveryMs)
    this.#timer.unref()
  }

  used(keyId: string, day: number): number {
    return this.#entry(keyId, day).usage.units
  }

  add(keyId: string, day: number, usage: Partial<Usage>): void {
    const entry = this.#entry(keyId, day)
    entry.usage = addUsage(entry.usage, usage)
    entry.isSaved = false
  }

  close(): void {
    clearInterval(this.#timer)
    this.#save()
  }

  #entry(keyId: string, day: number): CountedUsage {
    if (day > this.#latestDay) this.#startDay(day)
    const name = usageName(keyId, day)
    const known = this.#usage.get(name)
    if (known !== undefined) return known
    const entry = { usage: storedUsage(this.#parts.store, keyId, day), isSaved: true }
    this.#usage.set(name, entry)
    return entry
  }

  #startDay(day: number): void {
    if (this.#latestDay > 0) this.#trySave()
    for (const [name, { isSaved }] of this.#usage) if (isSaved) this.#usage.delete(name)
    this.#latestDay = day
  }

  #trySave(): void {
    try {
      this.#save()
    } catch (error) {
      this.#parts.report(error)
    }
  }

  #save(): void {
    const unsaved = [...this.#usage].filter(([, { isSaved }]) => !isSaved)
    if (unsaved.length === 0) return
    this.#parts.store.write((batch) => {
      for (const [name, { usage }] of unsaved) batch.put('usage', asciiBytes(name), encodeUsage(usage))
      forgetBefore(batch, this.#latestDay - daysKept)
    })
    for (const [, entry] of unsaved) entry.isSaved = true
  }
}

/** What a key had used on a day at the last save. */
export function storedUsage(store: Pick<Store, 'get'>, keyId: string, day: number): Usage {
  const bytes = store.get('usage', asciiBytes(usageName(keyId, day)))
  return bytes === undefined ? noUsage : decodeUsage(bytes)
}

/** The day comes first, so that old days are at the start of the table. */
const usageName = (keyId: string, day: number): string => `${String(day).padStart(8, '0')}/${keyId}`

function forgetBefore(batch: Batch, day: number): void {
  const end = asciiBytes(usageName('', Math.max(0, day)))
  const old = Array.from(batch.range('usage', { end }), ({ key }) => key)
  for (const key of old) batch.delete('usage', key)
}
