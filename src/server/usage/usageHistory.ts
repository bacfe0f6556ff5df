import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'
import { ownTurn } from '../../primitives/work/turns.ts'
import type { Batch, Store } from '../../store/store.ts'
import { addUsage, decodeUsage, encodeUsage, noUsage, type Usage } from '../limits/usage.ts'
import {
  HourRows,
  hourOf,
  hoursKept,
  labelsOf,
  type UsageLabels,
  type UsageOfHour,
  type UsageStore,
} from './usageStore.ts'

export interface UsageHistoryParts {
  /** Has the table `usage`. */
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How many different callers, networks and methods an hour distinguishes. */
  readonly rowsPerHour?: number
  /** Called with failed writes, which are tried again. */
  readonly report: (error: unknown) => void
}

const saveEveryMs = 5_000
/** Rows that are read in one turn of the event loop: two or three milliseconds. */
const rowsOfPage = 500

/** Usage in a store. It is counted in memory and added to the store every five seconds, so a crash loses at most these. */
export class UsageHistory implements UsageStore {
  readonly #parts: UsageHistoryParts
  readonly #unsaved = new Map<string, Usage>()
  readonly #rows: HourRows
  readonly #timer: NodeJS.Timeout

  constructor(parts: UsageHistoryParts) {
    this.#parts = parts
    this.#rows = new HourRows(parts.rowsPerHour)
    this.#timer = setInterval(() => this.#trySave(), saveEveryMs)
    this.#timer.unref()
  }

  add(labels: UsageLabels, usage: Partial<Usage>): void {
    const hour = hourOf(this.#parts.now())
    const name = rowName(hour, this.#rows.nameOf(hour, labels))
    this.#unsaved.set(name, addUsage(this.#unsaved.get(name) ?? noUsage, usage))
  }

  /** Other work has its turns between pages of rows. */
  async *rows(first: number, last: number): AsyncGenerator<UsageOfHour, void, undefined> {
    this.#trySave()
    const end = asciiBytes(rowName(last + 1))
    let start = asciiBytes(rowName(first))
    for (;;) {
      const rows = this.#page(start, end)
      for (const { row } of rows) yield row
      const newest = rows.at(-1)
      if (newest === undefined || rows.length < rowsOfPage) return
      start = concatBytes(newest.key, Uint8Array.of(0))
      await ownTurn()
    }
  }

  #page(start: Uint8Array, end: Uint8Array): { readonly key: Uint8Array; readonly row: UsageOfHour }[] {
    const rows: { readonly key: Uint8Array; readonly row: UsageOfHour }[] = []
    for (const { key, value } of this.#parts.store.range('usage', { start, end })) {
      const [, hour = '', ...labels] = Buffer.from(key).toString().split('/')
      const row = { hour: Number(hour), ...labelsOf(labels.join('/')), usage: decodeUsage(value) }
      if (rows.push({ key, row }) === rowsOfPage) break
    }
    return rows
  }

  close(): void {
    clearInterval(this.#timer)
    this.#save()
  }

  #trySave(): void {
    try {
      this.#save()
    } catch (error) {
      this.#parts.report(error)
    }
  }

  #save(): void {
    if (this.#unsaved.size === 0) return
    this.#parts.store.write((batch) => {
      for (const [name, usage] of this.#unsaved) {
        const key = asciiBytes(name)
        const stored = batch.get('usage', key)
        const before = stored === undefined ? noUsage : decodeUsage(stored)
        batch.put('usage', key, encodeUsage(addUsage(before, usage)))
      }
      forgetBefore(batch, hourOf(this.#parts.now()) - hoursKept)
    })
    this.#unsaved.clear()
  }
}

/** Begins with a letter: the usage of days, in the same table, begins with a digit. The hour comes next. */
const rowName = (hour: number, name = ''): string => `h/${String(Math.max(0, hour)).padStart(8, '0')}/${name}`

function forgetBefore(batch: Batch, hour: number): void {
  const range = { start: asciiBytes(rowName(0)), end: asciiBytes(rowName(hour)) }
  const old = Array.from(batch.range('usage', range), ({ key }) => key)
  for (const key of old) batch.delete('usage', key)
}
