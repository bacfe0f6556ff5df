import { Buffer } from '../../platform/buffer.ts'
import { inBackground, type Timer } from '../../platform/timers.ts'
import { soon } from '../../platform/turns.ts'
import type { Later } from '../../primitives/work/later.ts'
import type { Store } from '../../store/store.ts'
import { type FilterEntry, FilterIndex } from './filterIndex.ts'
import { decodeFilter, encodeFilter, type FilterRecord } from './filterRecord.ts'
import {
  defaultLifetimeMs,
  type FilterStore,
  type FilterStoreParts,
  maximumIdLength,
  type OwnedFilter,
  type WeightBounds,
  weightOf,
} from './filterStore.ts'

export interface StoredFiltersParts extends FilterStoreParts {
  readonly store: Store
  readonly saveEveryMs?: number
  /** Reports failed writes, which are tried again. */
  readonly report: (error: unknown) => void
}

/** The new record of a filter; undefined when it is deleted. */
type Change = readonly [id: string, record: FilterRecord | undefined]

/** New filters that are not written yet. */
interface Adding {
  readonly ids: string[]
  readonly done: Promise<true>
}

const defaultSaveEveryMs = 1_000
/** A poll without news is saved with the next change that has news, or after 30 seconds. */
const laterMs = 30_000
/** Maximum number of changes in one write, so that no request waits long for it. */
const changesPerSave = 2_000

/**
 * Filters in a table of a store. A new filter is written before its id is answered, in one write with all others of the
 * same event-loop turn. Changes by polls are kept in memory and written once a second, because a durable write takes
 * longer than a poll: after a crash, clients may get at most a second of changes again, and a filter that was polled
 * without news may expire half a minute early.
 *
 * Several instances may share a table, in one process or in several; each sees the saved changes of the others.
 */
export class StoredFilters implements FilterStore {
  readonly index: FilterIndex
  readonly #parts: StoredFiltersParts
  readonly #lifetimeMs: number
  readonly #unsaved = new Map<Change[0], Change[1]>()
  readonly #timer: Timer
  #adding: Adding | undefined
  #saveAtMs = Number.POSITIVE_INFINITY

  constructor(parts: StoredFiltersParts) {
    const { now, lifetimeMs = defaultLifetimeMs, saveEveryMs = defaultSaveEveryMs } = parts
    this.#parts = parts
    this.#lifetimeMs = lifetimeMs
    const drop = (id: string): void => this.delete(id)
    this.index = new FilterIndex({ now, lifetimeMs, expire: (id) => this.#expire(id), drop })
    this.#load()
    this.#timer = inBackground(setInterval(() => this.#tick(), saveEveryMs))
  }

  get(id: string): OwnedFilter | undefined {
    const record = this.#record(id)
    return record === undefined || this.#isOver(record) ? undefined : record
  }

  add(id: string, owned: OwnedFilter, bounds: WeightBounds): Later<boolean> {
    if (!this.index.makeRoom(owned.client, weightOf(owned.filter), bounds)) return false
    this.#put(id, owned, true)
    this.#adding ??= this.#startAdding()
    this.#adding.ids.push(id)
    return this.#adding.done
  }

  advance(id: string, from: OwnedFilter, next: OwnedFilter): boolean {
    if (this.get(id) === undefined) return false
    this.#put(id, next, next.filter !== from.filter)
    return true
  }

  /** A crash may bring a deleted filter back, which then expires. */
  delete(id: string): void {
    this.index.forget(id)
    this.#change(id, undefined, this.#parts.now())
  }

  close(): void {
    clearInterval(this.#timer)
    while (this.#unsaved.size > 0 && this.#trySave()) {}
  }

  #put(id: string, { client, filter }: OwnedFilter, isNews: boolean): void {
    const now = this.#parts.now()
    const record = { client, filter, polledAtMs: now }
    this.#change(id, record, isNews ? now : now + laterMs)
    this.index.note(id, entryOf(record))
  }

  /** Takes over the filters of earlier runs that have not expired and can be read. */
  #load(): void {
    const usable: [id: string, entry: FilterEntry][] = []
    for (const { key, value } of this.#parts.store.range('filters')) {
      const id = idOf(key)
      const record = decodeFilter(value)
      if (record === undefined || this.#isOver(record)) this.#change(id, undefined, this.#parts.now())
      else usable.push([id, entryOf(record)])
    }
    usable.sort(([, a], [, b]) => a.polledAtMs - b.polledAtMs)
    for (const [id, entry] of usable) this.index.note(id, entry)
  }

  /** Writes all filters that are added in one event-loop turn together. */
  #startAdding(): Adding {
    const ids: string[] = []
    const done = new Promise<true>((resolve, reject) => {
      soon(() => {
        this.#adding = undefined
        try {
          const unsaved = ids.filter((id) => this.#unsaved.has(id))
          this.#write(unsaved.map((id): Change => [id, this.#unsaved.get(id)]))
          resolve(true)
        } catch (error) {
          for (const id of ids) this.delete(id)
          reject(error)
        }
      })
    })
    return { ids, done }
  }

  #record(id: string): FilterRecord | undefined {
    if (this.#unsaved.has(id)) return this.#unsaved.get(id)
    if (id.length > maximumIdLength) return undefined
    const bytes = this.#parts.store.get('filters', keyOf(id))
    if (bytes === undefined) return undefined
    const record = decodeFilter(bytes)
    if (record === undefined) this.#change(id, undefined, this.#parts.now())
    return record
  }

  /** A time far in the future comes from a wrong clock, so such a filter counts as expired. */
  #isOver({ polledAtMs }: FilterRecord): boolean {
    return Math.abs(this.#parts.now() - polledAtMs) >= this.#lifetimeMs
  }

  #change(id: string, record: FilterRecord | undefined, saveAtMs: number): void {
    this.#unsaved.set(id, record)
    this.#saveAtMs = Math.min(this.#saveAtMs, saveAtMs)
  }

  #tick(): void {
    this.index.sweep()
    if (this.#unsaved.size > 0 && this.#parts.now() >= this.#saveAtMs) this.#trySave()
  }

  /** The client may have polled another process that shares the table. */
  #expire(id: string): void {
    const record = this.#record(id)
    if (record === undefined || this.#isOver(record)) this.delete(id)
    else this.index.note(id, entryOf(record))
  }

  /** Whether the write succeeded. */
  #trySave(): boolean {
    try {
      this.#write([...this.#unsaved].slice(0, changesPerSave))
      return true
    } catch (error) {
      this.#parts.report(error)
      return false
    }
  }

  #write(changes: readonly Change[]): void {
    if (changes.length === 0) return
    this.#parts.store.write((batch) => {
      for (const [id, record] of changes) {
        if (record === undefined) batch.delete('filters', keyOf(id))
        else batch.put('filters', keyOf(id), encodeFilter(record))
      }
    })
    for (const [id] of changes) this.#unsaved.delete(id)
    if (this.#unsaved.size === 0) this.#saveAtMs = Number.POSITIVE_INFINITY
  }
}

const entryOf = ({ client, filter, polledAtMs }: FilterRecord): FilterEntry => ({
  client,
  weight: weightOf(filter),
  polledAtMs,
})

/** Maps every possible key to an id, so that damaged records can be deleted too. */
const keyOf = (id: string): Uint8Array => Buffer.from(id, 'latin1')
const idOf = (key: Uint8Array): string => Buffer.from(key).toString('latin1')
