import { copyBytes } from './copyBytes.ts'
import { DeferredValue, type HeldValue } from './deferredValue.ts'
import type { Engine, Page, PageRequest } from './engine.ts'
import { EngineStore } from './engineStore.ts'
import { keyText, MemoryTable } from './memoryTable.ts'
import type { Store, TextChanges } from './store.ts'
import { type TableName, tableNames } from './tables.ts'

/** A store in the memory of this process. */
export function memoryStore(): Store {
  return new EngineStore(new MemoryEngine())
}

interface Change {
  readonly table: MemoryTable
  readonly key: string
  readonly before: HeldValue | undefined
}

/** Estimated bytes that deferred values may hold; the oldest are encoded beyond it. A block with a payment holds about 6000. */
const mostDeferredBytes = 48 << 20

class MemoryEngine implements Engine {
  readonly readOnly = false
  readonly isAlone = true
  readonly #tables = new Map<TableName, MemoryTable>(tableNames.map((name) => [name, new MemoryTable()]))
  /** The values that the running transaction has replaced, oldest first. */
  #undo: Change[] = []
  /** Values that may not be encoded yet, oldest first. */
  readonly #deferred = new Set<DeferredValue>()
  #deferredBytes = 0

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
    const table = this.#table(name)
    for (const [key, value] of changes) {
      this.#undo.push({ table, key, before: table.replace(key, value) })
      if (value instanceof DeferredValue) this.#defer(value)
    }
  }

  #defer(value: DeferredValue): void {
    this.#deferred.add(value)
    this.#deferredBytes += value.weight
    for (const oldest of this.#deferred) {
      if (this.#deferredBytes <= mostDeferredBytes) return
      this.#deferred.delete(oldest)
      this.#deferredBytes -= oldest.weight
      // Encodes it, which frees what it held.
      oldest.bytes
    }
  }

  #replace(name: TableName, keyToReplace: Uint8Array, value: HeldValue | undefined): void {
    const table = this.#table(name)
    const key = keyText(keyToReplace)
    this.#undo.push({ table, key, before: table.replace(key, value) })
  }

  transaction(work: () => void): void {
    try {
      work()
    } catch (error) {
      for (const { table, key, before } of this.#undo.reverse()) table.replace(key, before)
      throw error
    } finally {
      this.#undo = []
    }
  }

  /** Work is synchronous and does not write, so the tables cannot change. */
  snapshot(work: () => void): void {
    work()
  }

  close(): void {
    this.#tables.clear()
    this.#deferred.clear()
  }

  #table(name: TableName): MemoryTable {
    return this.#tables.get(name)!
  }
}
