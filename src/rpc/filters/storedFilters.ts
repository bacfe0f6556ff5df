import type { Store } from '../../store/store.ts'
import { placesOf } from './filter.ts'
import { type FilterEntry, FilterIndex } from './filterIndex.ts'
import { decodeFilter, encodeFilter, type FilterRecord } from './filterRecord.ts'
import {
  defaultLifetimeMs,
  type FilterStore,
  type FilterStoreOptions,
  type OwnedFilter,
  type Saving,
} from './filterStore.ts'

export interface StoredFiltersOptions extends FilterStoreOptions {
  readonly store: Store
  readonly saveEveryMs?: number
  /** Hears of writes that failed; what was not saved is tried again. */
  readonly report: (error: unknown) => void
}

/** What becomes of a record of the table; undefined when it goes. */
type Change = readonly [id: string, record: FilterRecord | undefined]

/** New filters that wait to be written. */
interface Adding {
  readonly ids: string[]
  readonly done: Promise<void>
}

const defaultSaveEveryMs = 1_000
/** Polls that found nothing are saved with others that did, or after so many milliseconds. */
const laterMs = 30_000
/** Changes of one write, so that nobody waits long for it. */
const changesPerSave = 2_000
/** Records looked at in one sweep, for the same reason. */
const sweptAtOnce = 1_000
/** `0x` and 16 bytes: no filter has a longer id. */
const longestId = 34

/**
 * Filters in a store's table. A new one is written before its id is told, in one write with all others of its event
 * turn. What polls change is kept in memory and written once a second, because a durable write takes longer than a
 * poll: a process that is killed has told its clients at most a second of news that it will tell them again, and may
 * let a filter that was polled in vain expire half a minute early.
 *
 * Several of these may share a table, in one process or in several; each sees what the others have saved.
 */
export class StoredFilters implements FilterStore {
  readonly #options: StoredFiltersOptions
  readonly #lifetimeMs: number
  readonly #index = new FilterIndex()
  readonly #unsaved = new Map<Change[0], Change[1]>()
  readonly #timer: NodeJS.Timeout
  #adding: Adding | undefined
  #saveAtMs = Number.POSITIVE_INFINITY

  constructor(options: StoredFiltersOptions) {
    this.#options = options
    this.#lifetimeMs = options.lifetimeMs ?? defaultLifetimeMs
    this.#load()
    this.#timer = setInterval(() => this.#tick(), options.saveEveryMs ?? defaultSaveEveryMs)
    this.#timer.unref()
  }

  get places(): number {
    this.#sweep()
    return this.#index.places
  }

  placesOf(client: string): number {
    this.#sweep()
    return this.#index.placesOf(client)
  }

  get(id: string): OwnedFilter | undefined {
    const record = this.#record(id)
    return record === undefined || this.#isOver(record) ? undefined : record
  }

  add(id: string, owned: OwnedFilter): Promise<void> {
    this.put(id, owned, 'soon')
    this.#adding ??= this.#startAdding()
    this.#adding.ids.push(id)
    return this.#adding.done
  }

  put(id: string, { client, filter }: OwnedFilter, saving: Saving): void {
    const now = this.#options.now()
    const record = { client, filter, polledAtMs: now }
    this.#change(id, record, saving === 'soon' ? now : now + laterMs)
    this.#index.note(id, entryOf(record))
  }

  /** A filter that a crash brings back goes when its time is over. */
  delete(id: string): void {
    this.#index.forget(id)
    this.#change(id, undefined, this.#options.now())
  }

  close(): void {
    clearInterval(this.#timer)
    while (this.#unsaved.size > 0 && this.#trySave()) {}
  }

  /** Takes over what earlier runs left, except what has expired or cannot be read. */
  #load(): void {
    const usable: [id: string, entry: FilterEntry][] = []
    for (const { key, value } of this.#options.store.range('filters')) {
      const id = idOf(key)
      const record = decodeFilter(value)
      if (record === undefined || this.#isOver(record)) this.#change(id, undefined, this.#options.now())
      else usable.push([id, entryOf(record)])
    }
    usable.sort(([, a], [, b]) => a.polledAtMs - b.polledAtMs)
    for (const [id, entry] of usable) this.#index.note(id, entry)
  }

  /** One write for all filters that are added in an event turn. */
  #startAdding(): Adding {
    const ids: string[] = []
    const done = new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        this.#adding = undefined
        try {
          const unsaved = ids.filter((id) => this.#unsaved.has(id))
          this.#write(unsaved.map((id): Change => [id, this.#unsaved.get(id)]))
          resolve()
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
    if (id.length > longestId) return undefined
    const bytes = this.#options.store.get('filters', keyOf(id))
    if (bytes === undefined) return undefined
    const record = decodeFilter(bytes)
    if (record === undefined) this.#change(id, undefined, this.#options.now())
    return record
  }

  /** A time far ahead was written by a clock that was wrong. */
  #isOver({ polledAtMs }: FilterRecord): boolean {
    return Math.abs(this.#options.now() - polledAtMs) >= this.#lifetimeMs
  }

  #change(id: string, record: FilterRecord | undefined, saveAtMs: number): void {
    this.#unsaved.set(id, record)
    this.#saveAtMs = Math.min(this.#saveAtMs, saveAtMs)
  }

  #tick(): void {
    this.#sweep()
    if (this.#unsaved.size > 0 && this.#options.now() >= this.#saveAtMs) this.#trySave()
  }

  #sweep(): void {
    let swept = 0
    for (const id of this.#index.notPolledAfter(this.#options.now() - this.#lifetimeMs)) {
      if (swept++ === sweptAtOnce) return
      // Somebody else who shares the table may have been polled.
      const record = this.#record(id)
      if (record === undefined || this.#isOver(record)) this.delete(id)
      else this.#index.note(id, entryOf(record))
    }
  }

  /** Whether it could be written. */
  #trySave(): boolean {
    try {
      this.#write([...this.#unsaved].slice(0, changesPerSave))
      return true
    } catch (error) {
      this.#options.report(error)
      return false
    }
  }

  #write(changes: readonly Change[]): void {
    if (changes.length === 0) return
    this.#options.store.write((batch) => {
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
  places: placesOf(filter),
  polledAtMs,
})

/** Any key of the table has an id, so that it can be removed, whoever wrote it. */
const keyOf = (id: string): Uint8Array => Buffer.from(id, 'latin1')
const idOf = (key: Uint8Array): string => Buffer.from(key).toString('latin1')
