import { warnOf } from '../../platform/runtime.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { type Engine, type Page, type PageRequest, pageBytes, type SlotEngine } from '../engine.ts'
import { StoreError } from '../errors.ts'
import { mergeWalks } from '../mergeWalks.ts'
import type { Entry } from '../store.ts'
import { scatteredTables, type TableName } from '../tables.ts'
import { type KeyHash, keyHash } from './keyFilter.ts'
import { KnownRuns, type ReadSlot } from './knownRuns.ts'
import { filterTable } from './runFilters.ts'
import { includesAge, joinedAges, noAges, type RunList, slotName, slotNames } from './runList.ts'
import { type RunLimits, usualLimits } from './tiers.ts'
import { isTombstone, tombstoneOf } from './tombstone.ts'

/** The databases of a table. */
export const databasesOf = (table: TableName): readonly string[] =>
  scatteredTables.has(table) ? [...slotNames(table), filterTable] : [table]

/** A scattered table in the running transaction. */
interface Writing {
  readonly known: KnownRuns
  list: RunList
  isChanged: boolean
  puts: number
}

export interface RunsOptions {
  readonly limits?: RunLimits | undefined
  /** Called when runs could not be merged; by default the error becomes a warning of the process. */
  readonly onMergeFailure?: ((error: StoreError) => void) | undefined
  /** Milliseconds, of a clock that never goes back. */
  readonly now?: (() => number) | undefined
}

/** After a failure a table has no merges for this time, and for twice as long after each further failure, up to the maximum. */
const firstPauseMs = 60_000
const maximumPauseMs = 3_600_000

/** A table after a failed merge. */
interface Pause {
  readonly ms: number
  readonly endsAt: number
}

/**
 * Scattered tables as sorted runs over tables of another engine. New entries go to a small recent table, whose pages take several
 * of them in one transaction. When it is full it becomes a run; runs are merged in key order, on full pages, into ever larger
 * ones. So the bytes that are written for an entry grow with the logarithm of the table, where an entry at a random place of a
 * B+ tree changes a page of its own. Other tables are passed on.
 *
 * Merges have transactions of their own, after that of the puts for which they are due: a damaged run must not make a put fail.
 * A table whose merge failed is merged again after a pause.
 */
export class RunsEngine implements Engine {
  readonly #inner: SlotEngine
  readonly #limits: RunLimits
  readonly #onMergeFailure: (error: StoreError) => void
  readonly #now: () => number
  readonly #known = new Map<TableName, KnownRuns>()
  /** Undefined when no transaction is running. */
  #writing: Map<TableName, Writing> | undefined
  readonly #pauses = new Map<TableName, Pause>()

  constructor(inner: SlotEngine, { limits, onMergeFailure, now }: RunsOptions = {}) {
    this.#inner = inner
    this.#limits = limits ?? usualLimits
    this.#onMergeFailure = onMergeFailure ?? warnOf
    this.#now = now ?? (() => performance.now())
  }

  get readOnly(): boolean {
    return this.#inner.readOnly
  }

  get isVersioned(): boolean {
    return this.#inner.isVersioned === true
  }

  get(table: TableName, key: Uint8Array): Uint8Array | undefined {
    const scattered = scatteredTables.get(table)
    if (scattered === undefined) return this.#inner.get(table, key)
    const { slots } = this.#runsOf(table)
    const recent = this.#inner.get(slots[0]!.name, key)
    if (recent !== undefined) return isTombstone(key, recent) ? undefined : recent
    if (slots.length === 1) return undefined
    const hash = keyHash(key)
    const age = scattered.age?.(key)
    for (let index = 1; index < slots.length; index++) {
      const slot = slots[index]!
      if (!mayHave(slot, hash, age)) continue
      const value = this.#inner.get(slot.name, key)
      if (value !== undefined) return isTombstone(key, value) ? undefined : value
    }
    return undefined
  }

  has(table: TableName, key: Uint8Array): boolean {
    return scatteredTables.has(table) ? this.get(table, key) !== undefined : this.#inner.has(table, key)
  }

  page(table: TableName, request: PageRequest): Page {
    if (!scatteredTables.has(table)) return this.#inner.page(table, request)
    const { slots } = this.#runsOf(table)
    if (slots.length === 1) return this.#inner.page(slots[0]!.name, request)
    const { start, end, reverse } = request
    const walks = slots.map(({ name }) => this.#inner.entries(name, { start, end, reverse }))
    const entries: Entry[] = []
    let bytes = 0
    try {
      for (const { key, value } of mergeWalks(walks, reverse)) {
        if (isTombstone(key, value)) continue
        entries.push({ key: Uint8Array.from(key), value: Uint8Array.from(value) })
        bytes += value.length
        if (entries.length === request.limit || bytes >= pageBytes) return { entries, last: false }
      }
    } catch (error) {
      throw this.#inner.failedRead(error)
    }
    return { entries, last: true }
  }

  /**
   * A damaged key stands in its run where the true one did; there, what is before or after it is not in order. A run that never had
   * the key is not asked.
   */
  neighbours(table: TableName, key: Uint8Array, isBound = false): readonly Entry[] | undefined {
    const scattered = scatteredTables.get(table)
    if (scattered === undefined) return undefined
    const { slots } = this.#runsOf(table)
    if (slots.length === 1) return undefined
    const hash = keyHash(key)
    const age = scattered.age?.(key)
    return slots.flatMap((slot, index) =>
      !isBound && !mayHave(slot, hash, age)
        ? []
        : this.#around(slot.name, key).filter(
            (entry) =>
              !isTombstone(entry.key, entry.value) &&
              !slots.slice(0, index).some(({ name }) => this.#inner.has(name, entry.key)),
          ),
    )
  }

  #around(slot: string, key: Uint8Array): readonly Entry[] {
    return [
      ...this.#inner.page(slot, { start: undefined, end: key, reverse: true, limit: 1 }).entries,
      ...this.#inner.page(slot, { start: key, end: undefined, reverse: false, limit: 1 }).entries,
    ]
  }

  count(table: TableName): number {
    if (!scatteredTables.has(table)) return this.#inner.count(table)
    return this.#runsOf(table).slots.reduce((sum, { name }) => sum + this.#inner.count(name), 0)
  }

  unreachable(table: TableName): number | undefined {
    if (!scatteredTables.has(table)) return undefined
    const { recent, runs } = this.#runsOf(table).list
    const name = slotName(table, recent.slot)
    return [{ slot: recent.slot, count: this.#inner.count(name) }, ...runs].reduce(
      (sum, { slot, count }) => sum + Math.max(0, count - this.#inner.countByWalk(slotName(table, slot))),
      0,
    )
  }

  usedBytes(tables?: readonly TableName[]): number {
    return this.#inner.usedBytes(tables && [...new Set(tables.flatMap(databasesOf))])
  }

  put(table: TableName, key: Uint8Array, value: Uint8Array, isLast = false): void {
    const scattered = scatteredTables.get(table)
    if (scattered === undefined) {
      this.#inner.put(table, key, value, isLast)
      return
    }
    if (isTombstone(key, value)) {
      throw new StoreError(
        'invalid-value',
        `the table ${table} cannot hold this value: it marks deleted keys`,
      )
    }
    const writing = this.#startWriting(table)
    if (isLast) this.#notePacked(writing, table)
    else if (writing.list.recent.isPacked) this.#endRecent(writing)
    this.#inner.put(slotName(table, writing.list.recent.slot), key, value, isLast)
    this.#noteAge(writing, scattered.age?.(key))
    // A copy puts entries in key order; they make one run, however many they are.
    if (!isLast) writing.puts++
  }

  /** Saves the list at once, because later reads of this transaction need it. */
  #endRecent(writing: Writing): void {
    const list = writing.known.merging.withNewRecent(writing.list)
    if (list === writing.list) return
    this.#change(writing, list)
    writing.known.save(list)
  }

  #notePacked(writing: Writing, table: TableName): void {
    const { recent } = writing.list
    if (recent.isPacked || this.#inner.count(slotName(table, recent.slot)) > 0) return
    this.#change(writing, { ...writing.list, recent: { ...recent, isPacked: true } })
  }

  delete(table: TableName, key: Uint8Array): void {
    const scattered = scatteredTables.get(table)
    if (scattered === undefined) {
      this.#inner.delete(table, key)
      return
    }
    const writing = this.#startWriting(table)
    const recent = slotName(table, writing.list.recent.slot)
    this.#inner.delete(recent, key)
    if (!this.has(table, key)) return
    this.#inner.put(recent, key, tombstoneOf(key))
    this.#noteAge(writing, scattered.age?.(key))
    writing.puts++
  }

  #startWriting(table: TableName): Writing {
    return getOrCreate(this.#writing!, table, () => {
      const known = this.#runsOf(table)
      const { list } = known
      // The ages of an older folder are not known, those of an empty table are.
      const isEmpty = list.lastId === 0 && this.#inner.count(slotName(table, list.recent.slot)) === 0
      const started = isEmpty ? { ...list, recent: { ...list.recent, ages: noAges } } : list
      return { known, list: started, isChanged: false, puts: 0 }
    })
  }

  #noteAge(writing: Writing, age: number | undefined): void {
    const { recent } = writing.list
    if (age === undefined || includesAge(recent.ages, age)) return
    const ages = joinedAges(recent.ages, { from: age, to: age })
    this.#change(writing, { ...writing.list, recent: { ...recent, ages } })
  }

  #change(writing: Writing, list: RunList): void {
    writing.isChanged ||= list !== writing.list
    writing.list = list
  }

  transaction<Result>(work: () => Result): Result {
    const written: [TableName, Writing][] = []
    const result = this.#write((writing) => {
      const result = work()
      written.push(...writing)
      return result
    })
    this.#merge(written)
    return result
  }

  #write<Result>(work: (writing: ReadonlyMap<TableName, Writing>) => Result): Result {
    const writing = new Map<TableName, Writing>()
    try {
      return this.#inner.transaction(() => {
        this.#writing = writing
        const result = work(writing)
        for (const { known, list, isChanged } of writing.values()) if (isChanged) known.save(list)
        return result
      })
    } catch (error) {
      // Ids of runs that were not made are given again.
      for (const table of writing.keys()) this.#known.delete(table)
      throw error
    } finally {
      this.#writing = undefined
    }
  }

  /** Does what is due after puts. */
  #merge(written: readonly (readonly [TableName, Writing])[]): void {
    const unpaused = written.filter(([table]) => !this.#isPaused(table))
    for (const [, { known, puts }] of unpaused) known.puts += puts
    const due = unpaused.filter(([, { known, puts }]) => puts > 0 && known.puts >= this.#limits.pause)
    if (due.length === 0) return
    let merged: TableName
    try {
      this.#inner.transaction(() => {
        for (const [table, { known, puts }] of due) {
          merged = table
          const { list } = known
          const next = known.merging.after(list, { all: known.puts, last: puts })
          if (next !== list) known.save(next)
        }
      })
      for (const [table, { known }] of due) {
        known.puts = 0
        this.#pauses.delete(table)
      }
    } catch (error) {
      // The puts are stored.
      this.#known.clear()
      // On a full disk the merges wait: the next puts are refused and say so.
      if (!(error instanceof StoreError && error.code === 'disk-full')) this.#pause(merged!, error)
    }
  }

  #isPaused(table: TableName): boolean {
    return (this.#pauses.get(table)?.endsAt ?? 0) > this.#now()
  }

  #pause(table: TableName, cause: unknown): void {
    const ms = Math.min(2 * (this.#pauses.get(table)?.ms ?? firstPauseMs / 2), maximumPauseMs)
    this.#pauses.set(table, { ms, endsAt: this.#now() + ms })
    this.#onMergeFailure(
      new StoreError(
        'unmerged',
        `runs of the table ${table} are not merged for ${ms / 60_000} min: ${reasonOf(cause)}`,
        { cause },
      ),
    )
  }

  snapshot<Result>(work: () => Result): Result {
    return this.#inner.snapshot(work)
  }

  renew(): boolean {
    const isRenewed = this.#inner.renew()
    if (isRenewed) this.#known.clear()
    return isRenewed
  }

  close(): void {
    this.#inner.close()
  }

  #runsOf(table: TableName): KnownRuns {
    return getOrCreate(this.#known, table, () => new KnownRuns(this.#inner, table, this.#limits))
  }
}

const mayHave = ({ ages, filter }: ReadSlot, hash: KeyHash, age: number | undefined): boolean =>
  (age === undefined || includesAge(ages, age)) && (filter === undefined || filter.mayHave(hash))
