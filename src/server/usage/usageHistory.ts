import { asciiBytes } from '../../primitives/bytes.ts'
import type { Batch, Store } from '../../store/store.ts'
import {
  addHourUsage,
  decodeHourUsage,
  defaultRowsPerHour,
  encodeHourUsage,
  type HourUsage,
  hourOf,
  hoursKept,
  noHourUsage,
  others,
  type UsageOfHour,
  type UsageStore,
} from './usageStore.ts'

export interface UsageHistoryParts {
  /** Has the table `usage`. */
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly saveEveryMs?: number
  /** How many different callers, networks and methods an hour distinguishes. */
  readonly rowsPerHour?: number
  /** Called with failed writes, which are tried again. */
  readonly report: (error: unknown) => void
}

const defaultSaveEveryMs = 5_000

/** Usage in a store. It is counted in memory and added to the store every five seconds, so a crash loses at most these. */
export class UsageHistory implements UsageStore {
  readonly #parts: UsageHistoryParts
  readonly #unsaved = new Map<string, HourUsage>()
  readonly #rowsPerHour: number
  readonly #timer: NodeJS.Timeout
  #hour = 0
  #rows = new Set<string>()

  constructor(parts: UsageHistoryParts) {
    this.#parts = parts
    this.#rowsPerHour = parts.rowsPerHour ?? defaultRowsPerHour
    this.#timer = setInterval(() => this.#trySave(), parts.saveEveryMs ?? defaultSaveEveryMs)
    this.#timer.unref()
  }

  add(
    { caller, network, method }: Pick<UsageOfHour, 'caller' | 'network' | 'method'>,
    usage: Partial<HourUsage>,
  ): void {
    const name = this.#nameOf(caller, network, method)
    this.#unsaved.set(name, addHourUsage(this.#unsaved.get(name) ?? noHourUsage, usage))
  }

  *rows(first: number, last: number): Generator<UsageOfHour, void, undefined> {
    this.#trySave()
    const range = { start: asciiBytes(rowName(first)), end: asciiBytes(rowName(last + 1)) }
    for (const { key, value } of this.#parts.store.range('usage', range)) {
      const [, hour = '', caller = '', network = '', method = ''] = Buffer.from(key).toString().split('/')
      yield { hour: Number(hour), caller, network, method, usage: decodeHourUsage(value) }
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#save()
  }

  #nameOf(caller: string, network: string, method: string): string {
    const hour = hourOf(this.#parts.now())
    if (hour !== this.#hour) {
      this.#hour = hour
      this.#rows = new Set()
    }
    const name = rowName(hour, caller, network, method)
    if (this.#rows.has(name)) return name
    if (this.#rows.size >= this.#rowsPerHour) return rowName(hour, others, network, others)
    this.#rows.add(name)
    return name
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
        const before = stored === undefined ? noHourUsage : decodeHourUsage(stored)
        batch.put('usage', key, encodeHourUsage(addHourUsage(before, usage)))
      }
      forgetBefore(batch, hourOf(this.#parts.now()) - hoursKept)
    })
    this.#unsaved.clear()
  }
}

/** Begins with a letter: the usage of days, in the same table, begins with a digit. The hour comes next. */
const rowName = (hour: number, ...parts: readonly string[]): string =>
  ['h', String(Math.max(0, hour)).padStart(8, '0'), ...parts].join('/')

function forgetBefore(batch: Batch, hour: number): void {
  const range = { start: asciiBytes(rowName(0)), end: asciiBytes(rowName(hour)) }
  const old = Array.from(batch.range('usage', range), ({ key }) => key)
  for (const key of old) batch.delete('usage', key)
}
