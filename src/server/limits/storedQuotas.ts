import { asciiBytes } from '../../primitives/bytes.ts'
import type { Batch, Store } from '../../store/store.ts'
import type { QuotaStore } from './quotaStore.ts'

const defaultSaveEveryMs = 1_000
const daysKept = 40

interface Usage {
  units: number
  isSaved: boolean
}

export interface StoredQuotasOptions {
  readonly store: Store
  readonly saveEveryMs?: number
  /** Hears of writes that failed; what was not saved is tried again. */
  readonly report: (error: unknown) => void
}

/**
 * Spending in a store's table, counted in memory and saved in one write a second: a process that is killed
 * forgives its keys at most that second.
 */
export class StoredQuotas implements QuotaStore {
  readonly #options: StoredQuotasOptions
  /** Of today: an older day is dropped once it is saved. */
  readonly #usage = new Map<string, Usage>()
  readonly #timer: NodeJS.Timeout
  #latestDay = 0

  constructor(options: StoredQuotasOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#trySave(), options.saveEveryMs ?? defaultSaveEveryMs)
    this.#timer.unref()
  }

  used(keyId: string, day: number): number {
    return this.#entry(keyId, day).units
  }

  add(keyId: string, day: number, units: number): void {
    const entry = this.#entry(keyId, day)
    entry.units += units
    entry.isSaved = false
  }

  close(): void {
    clearInterval(this.#timer)
    this.#save()
  }

  #entry(keyId: string, day: number): Usage {
    if (day > this.#latestDay) this.#startDay(day)
    const name = usageName(keyId, day)
    const known = this.#usage.get(name)
    if (known !== undefined) return known
    const entry = { units: storedUsage(this.#options.store, keyId, day), isSaved: true }
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
      this.#options.report(error)
    }
  }

  #save(): void {
    const unsaved = [...this.#usage].filter(([, { isSaved }]) => !isSaved)
    if (unsaved.length === 0) return
    this.#options.store.write((batch) => {
      for (const [name, { units }] of unsaved) batch.put('usage', asciiBytes(name), encodeUnits(units))
      forgetBefore(batch, this.#latestDay - daysKept)
    })
    for (const [, entry] of unsaved) entry.isSaved = true
  }
}

/** What a key had spent on a day when it was saved last. */
export function storedUsage(store: Pick<Store, 'get'>, keyId: string, day: number): number {
  const bytes = store.get('usage', asciiBytes(usageName(keyId, day)))
  return bytes === undefined ? 0 : decodeUnits(bytes)
}

/** The day comes first, so that old days are the first keys of the table. */
const usageName = (keyId: string, day: number): string => `${String(day).padStart(8, '0')}/${keyId}`

function forgetBefore(batch: Batch, day: number): void {
  const end = asciiBytes(usageName('', Math.max(0, day)))
  const old = Array.from(batch.range('usage', { end }), ({ key }) => key)
  for (const key of old) batch.delete('usage', key)
}

function encodeUnits(units: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, units)
  return bytes
}

const decodeUnits = (bytes: Uint8Array): number =>
  bytes.length === 8 ? new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0) : 0
