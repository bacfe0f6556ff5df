import { copyBytes } from '../copyBytes.ts'
import { DeferredValue, type HeldValue } from '../deferredValue.ts'
import type { Engine, Page, PageRequest } from '../engine.ts'
import { EngineStore } from '../engineStore.ts'
import type { PostponedChange } from '../postponedChange.ts'
import type { Store, TextChanges } from '../store.ts'
import { type TableName, tableNames } from '../tables.ts'
import { keyText, MemoryTable } from './memoryTable.ts'

/** A store in the memory of this process. */
export function memoryStore(): Store {
  return new EngineStore(new MemoryEngine())
}

/** A change of the running transaction: of a key, or of what is postponed for a table. */
type Change =
  | { readonly table: MemoryTable; readonly key: string; readonly before: HeldValue | undefined }
  | { readonly name: TableName; readonly postponed: Postponed | undefined; readonly count: number }

/** Estimated bytes that deferred values may hold; the oldest are encoded beyond it. A block with a payment holds about 6000. */
const mostDeferredBytes = 48 << 20

/**
 * Estimated bytes that postponed changes of a table may hold, those of some 6000 blocks with a payment. Deferred values hold
 * the receipts of as many blocks anyway.
 */
const mostPostponedBytes = 16 << 20

/** A Map of V8 has at most 2^24 keys; a table that would exceed them is refused before it is changed. */
const mostKeys = 2 ** 24 - 1

/** Encoded values at the front of the list of deferred ones before they are removed from it. */
const mostEncoded = 1024

/** Changes of one table that wait until it is used. */
interface Postponed {
  readonly changes: PostponedChange[]
  readonly weight: number
}

class MemoryEngine implements Engine {
  readonly readOnly = false
  readonly isAlone = true
  readonly #tables = new Map<TableName, MemoryTable>(tableNames.map((name) => [name, new MemoryTable()]))
  /** What the running transaction has replaced, oldest first. */
  #undo: Change[] = []
  /** Changes of the running transaction that are made at its end, or when a table is used before. */
  #takenOver: { readonly table: MemoryTable; readonly changes: TextChanges }[] = []
  /** Values that may not be encoded yet, oldest first, from `#firstDeferred` on. */
  #deferred: DeferredValue[] = []
  #firstDeferred = 0
  #deferredBytes = 0
  readonly #postponed = new Map<TableName, Postponed>()
  #isInTransaction = false

  get(table: TableName, key: Uint8Array): Uint8Array | undefined {
    const value = this.#table(table).get(keyText(key))
    return value === undefined ? undefined : copyBytes(value)
  }

  has(table: TableName, key: Uint8Array): boolean {
    return this.#table(table).has(keyText(key))
  }

  page(table: TableName, request: PageRequest): Page {
    return this.#table(table).page(request)
  }

  put(table: TableName, key: Uint8Array, value: Uint8Array): void {
    this.#replace(table, key, copyBytes(value))
  }

  delete(table: TableName, key: Uint8Array): void {
    this.#replace(table, key, undefined)
  }

  takeOver(name: TableName, changes: TextChanges): void {
    if (this.#postponed.has(name)) this.#settle(name)
    const table = this.#tables.get(name)!
    if (table.size + changes.size > mostKeys) throw new RangeError(`the table ${name} has too many keys`)
    this.#takenOver.push({ table, changes })
  }

  /** Within the transaction the changes can be taken back. At its end nothing can fail any more, and each takes one step. */
  #makeTakenOver(): void {
    const takenOver = this.#takenOver
    this.#takenOver = []
    for (const { table, changes } of takenOver) {
      for (const [key, value] of changes) {
        if (this.#isInTransaction) this.#set(table, key, value)
        else table.set(key, value)
        if (value instanceof DeferredValue) this.#defer(value)
      }
    }
  }

  #defer(value: DeferredValue): void {
    this.#deferred.push(value)
    this.#deferredBytes += value.weight
    while (this.#deferredBytes > mostDeferredBytes) {
      const oldest = this.#deferred[this.#firstDeferred++]!
      this.#deferredBytes -= oldest.weight
      // Encodes it, which frees what it held.
      oldest.bytes
    }
    if (this.#firstDeferred < mostEncoded) return
    this.#deferred = this.#deferred.slice(this.#firstDeferred)
    this.#firstDeferred = 0
  }

  #replace(name: TableName, keyToReplace: Uint8Array, value: HeldValue | undefined): void {
    this.#set(this.#table(name), keyText(keyToReplace), value)
  }

  /** Postponed changes are made outside of transactions too; those belong to one that has ended. */
  #set(table: MemoryTable, key: string, value: HeldValue | undefined): void {
    const before = table.replace(key, value)
    if (this.#isInTransaction) this.#undo.push({ table, key, before })
  }

  postpone(name: TableName, change: PostponedChange): void {
    const postponed = this.#postponed.get(name)
    const { changes, weight } = postponed ?? { changes: [], weight: 0 }
    if (this.#isInTransaction) this.#undo.push({ name, postponed, count: changes.length })
    changes.push(change)
    this.#postponed.set(name, { changes, weight: weight + change.weight })
    if (weight + change.weight > mostPostponedBytes) this.#settle(name)
  }

  #settle(name: TableName): void {
    const postponed = this.#postponed.get(name)
    if (postponed === undefined) return
    this.#postponed.delete(name)
    if (this.#isInTransaction) this.#undo.push({ name, postponed, count: postponed.changes.length })
    postponed.changes[0]!.makeAll(postponed.changes, this)
  }

  transaction(work: () => void): void {
    this.#isInTransaction = true
    try {
      work()
    } catch (error) {
      this.#takenOver = []
      for (const change of this.#undo.reverse()) this.#takeBack(change)
      throw error
    } finally {
      this.#isInTransaction = false
      if (this.#undo.length > 0) this.#undo = []
    }
    this.#makeTakenOver()
  }

  #takeBack(change: Change): void {
    if ('table' in change) {
      change.table.replace(change.key, change.before)
      return
    }
    const { name, postponed, count } = change
    if (postponed === undefined) this.#postponed.delete(name)
    else {
      postponed.changes.length = count
      this.#postponed.set(name, postponed)
    }
  }

  /** Work is synchronous and does not write, so the tables cannot change. */
  snapshot(work: () => void): void {
    work()
  }

  close(): void {
    this.#tables.clear()
    this.#deferred = []
    this.#postponed.clear()
  }

  #table(name: TableName): MemoryTable {
    if (this.#takenOver.length > 0) this.#makeTakenOver()
    if (this.#postponed.size > 0) this.#settle(name)
    return this.#tables.get(name)!
  }
}
