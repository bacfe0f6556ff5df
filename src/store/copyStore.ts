import { compareBytes, equalBytes } from '../primitives/bytes.ts'
import { DamagedData } from '../primitives/errors.ts'
import { stampKeys } from './folder/stamp.ts'
import { nextOf } from './mergeWalks.ts'
import { listKey } from './runs/runList.ts'
import type { Entry, Reader, Store } from './store.ts'
import { scatteredTables, type TableName, tableNames } from './tables.ts'

export interface CopyProgress {
  readonly table: TableName
  /** Entries of the table that are the same in both. */
  readonly done: number
  /**
   * The part of all entries that is done, with those of earlier tables, from 0 to 1; undefined when the source does not
   * count them.
   */
  readonly part: number | undefined
}

interface Change {
  readonly key: Uint8Array
  /** Undefined removes the key. */
  readonly value: Uint8Array | undefined
  readonly isLast: boolean
}

const changesPerWrite = 5_000
const bytesPerWrite = 8 << 20

/**
 * Makes the tables of `target` equal to those of `source`, which must be a snapshot. It writes only differences, in many
 * transactions, so an interrupted copy can be continued, and a later copy adds what is new. Until the end the target is
 * marked as incomplete. An empty table is filled in key order, on full pages.
 */
export function* copyStore(source: Reader, target: Store): Generator<CopyProgress, void, undefined> {
  markIncomplete(target)
  yield* copyTables(tableNames, source, target)
  markComplete(target)
}

/** `copyStore` for some tables, without the mark. */
export function* copyTables(
  tables: readonly TableName[],
  source: Reader,
  target: Store,
): Generator<CopyProgress, void, undefined> {
  const counts = tables.map((table) => source.count?.(table))
  const total = counts.reduce<number>((sum, count = 0) => sum + count, 0)
  let before = 0
  for (const [index, table] of tables.entries()) {
    for (const done of copyTable(table, source, target)) {
      const part = counts[index] === undefined ? undefined : Math.min(1, (before + done) / Math.max(1, total))
      yield { table, done, part }
    }
    before += counts[index] ?? 0
  }
}

/** A store that is marked as incomplete is opened only to complete it. */
export const markIncomplete = (target: Store): void =>
  target.write((batch) => batch.put('meta', stampKeys.incomplete, Uint8Array.of(1)))

export const markComplete = (target: Store): void =>
  target.write((batch) => batch.delete('meta', stampKeys.incomplete))

/** Yields the number of entries that are the same in both so far. */
function* copyTable(table: TableName, source: Reader, target: Store): Generator<number, void, undefined> {
  let changes: Change[] = []
  let bytes = 0
  let done = 0
  for (const change of differences(table, source, target)) {
    done++
    if (change !== undefined) changes.push(change)
    bytes += change?.value?.length ?? 0
    if (changes.length < changesPerWrite && bytes < bytesPerWrite && done % changesPerWrite !== 0) continue
    apply(target, table, changes)
    changes = []
    bytes = 0
    yield done
  }
  apply(target, table, changes)
  yield done
}

function apply(target: Store, table: TableName, changes: readonly Change[]): void {
  if (changes.length === 0) return
  target.write((batch) => {
    for (const { key, value, isLast } of changes) {
      if (value === undefined) batch.delete(table, key)
      else batch.put(table, key, value, isLast)
    }
  })
}

/** The change that each key needs; undefined for one that is the same in both. */
function* differences(
  table: TableName,
  source: Reader,
  target: Store,
): Generator<Change | undefined, void, undefined> {
  const existing = entriesOf(target, table)
  let there = nextOf(existing)
  for (const { key, value } of wholeEntries(source, table)) {
    while (there !== undefined && compareBytes(there.key, key) < 0) {
      yield { key: there.key, value: undefined, isLast: false }
      there = nextOf(existing)
    }
    const isThere = there !== undefined && equalBytes(there.key, key)
    if (isThere && equalBytes(there!.value, value)) yield undefined
    // The store's own entries, which the walk leaves out, have the last keys of `meta`.
    else yield { key, value, isLast: there === undefined && table !== 'meta' }
    if (isThere) there = nextOf(existing)
  }
  for (; there !== undefined; there = nextOf(existing)) {
    yield { key: there.key, value: undefined, isLast: false }
  }
}

/** The stamp, and where the entries of scattered tables are. */
const ownKeys = [...Object.values(stampKeys), ...[...scatteredTables.keys()].map(listKey)]
const isOwnKey = (key: Uint8Array): boolean => ownKeys.some((own) => equalBytes(own, key))

/** The entries without those of the store itself, which are not copied. */
function* entriesOf(reader: Reader, table: TableName): Generator<Entry, void, undefined> {
  for (const entry of reader.range(table)) {
    if (table !== 'meta' || !isOwnKey(entry.key)) yield entry
  }
}

/**
 * Throws when the walk ends early: in a damaged file it may do so without an error, and the copy would lack entries that the
 * file still has.
 */
function* wholeEntries(source: Reader, table: TableName): Generator<Entry, void, undefined> {
  const expected = source.count?.(table)
  let seen = 0
  for (const entry of source.range(table)) {
    seen++
    if (table !== 'meta' || !isOwnKey(entry.key)) yield entry
  }
  const missed = missedEntries(source, table, seen, expected)
  if (missed !== 0) {
    throw new DamagedData(`the table ${table}, of which ${seen} of ${seen + missed} entries can be read,`)
  }
}

/** Entries that a walk of a whole table has not met, of those that were counted when it began. */
export const missedEntries = (
  source: Reader,
  table: TableName,
  seen: number,
  counted: number | undefined,
): number => source.unreachable?.(table) ?? (counted === undefined ? 0 : counted - seen)
