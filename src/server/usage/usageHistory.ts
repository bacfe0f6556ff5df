import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'
import { ownTurn } from '../../primitives/work/turns.ts'
import { decodeUsage, type Usage } from '../limits/usage.ts'
import { UsageTable, type UsageTableParts } from '../limits/usageTable.ts'
import {
  HourRows,
  hourOf,
  hoursKept,
  labelsOf,
  type UsageLabels,
  type UsageOfHour,
  type UsageStore,
} from './usageStore.ts'

export interface UsageHistoryParts extends Pick<UsageTableParts, 'store' | 'report'> {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How many different callers, networks and methods an hour distinguishes. */
  readonly rowsPerHour?: number
}

const saveEveryMs = 5_000
/** Rows that are read in one turn of the event loop: two or three milliseconds. */
const rowsOfPage = 500

/** Usage in a store: a crash loses at most five seconds. */
export class UsageHistory implements UsageStore {
  readonly #parts: UsageHistoryParts
  readonly #usage: UsageTable
  readonly #rows: HourRows

  constructor(parts: UsageHistoryParts) {
    const { store, report, rowsPerHour } = parts
    this.#parts = parts
    this.#rows = new HourRows(rowsPerHour)
    this.#usage = new UsageTable({ store, report, saveEveryMs, keyOf, periodsKept: hoursKept })
  }

  add(labels: UsageLabels, usage: Partial<Usage>): void {
    const hour = hourOf(this.#parts.now())
    this.#usage.add(hour, this.#rows.nameOf(hour, labels), usage)
  }

  /** Other work has its turns between pages of rows. */
  async *rows(first: number, last: number): AsyncGenerator<UsageOfHour, void, undefined> {
    this.#usage.trySave()
    const end = asciiBytes(keyOf(last + 1))
    let start = asciiBytes(keyOf(first))
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
    this.#usage.close()
  }
}

/** Begins with a letter: the usage of days, in the same table, begins with a digit. */
const keyOf = (hour: number, name = ''): string => `h/${String(Math.max(0, hour)).padStart(8, '0')}/${name}`
