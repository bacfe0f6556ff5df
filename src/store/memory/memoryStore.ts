import { type Engine, type Page, type PageRequest, pageBytes } from '../engine.ts'
import { EngineStore } from '../engineStore.ts'
import { bytesOfText, keyText } from '../keys.ts'
import type { Entry, ReplicaSource, Store } from '../store.ts'
import { type TableName, tableNames } from '../tables.ts'
import { MemorySource, type TextTable } from './replica.ts'
import { SortedKeys } from './sortedKeys.ts'

/** A store in the memory of this process. */
export function memoryStore(): Store {
  return new MemoryStore(new MemoryEngine())
}

class MemoryStore extends EngineStore {
  readonly #engine: MemoryEngine

  constructor(engine: MemoryEngine) {
    super(engine)
    this.#engine = engine
  }

  replicate(): ReplicaSource {
    return this.#engine.replicate()
  }
}

/** A change of the running transaction. */
interface Change {
  readonly name: TableName
  readonly table: MemoryTable
  readonly key: string
  readonly before: Uint8Array | undefined
}

class MemoryEngine implements Engine {
  readonly readOnly = false
  readonly isVersioned = true
  readonly #tables = new Map<TableName, MemoryTable>(tableNames.map((name) => [name, new MemoryTable()]))
  /** What the running transaction has replaced, oldest first. */
  #undo: Change[] = []
  readonly #sources = new Set<MemorySource>()

  replicate(): ReplicaSource {
    const source = new MemorySource(this.#tables, (closed) => void this.#sources.delete(closed))
    this.#sources.add(source)
    return source
  }

  get(table: TableName, key: Uint8Array): Uint8Array | undefined {
    const value = this.#tables.get(table)!.get(keyText(key))
    return value && new Uint8Array(value)
  }

  has(table: TableName, key: Uint8Array): boolean {
    return this.#tables.get(table)!.get(keyText(key)) !== undefined
  }

  page(table: TableName, request: PageRequest): Page {
    return this.#tables.get(table)!.page(request)
  }

  delete(table: TableName, key: Uint8Array): void {
    this.put(table, key, undefined)
  }

  /** Without a value, deletes the key. */
  put(name: TableName, bytes: Uint8Array, value: Uint8Array | undefined): void {
    const table = this.#tables.get(name)!
    const key = keyText(bytes)
    this.#undo.push({ name, table, key, before: table.replace(key, value) })
  }

  transaction<Result>(work: () => Result): Result {
    try {
      const result = work()
      for (const source of this.#sources) for (const { name, key } of this.#undo) source.wrote(name, key)
      return result
    } catch (error) {
      for (const { table, key, before } of this.#undo.reverse()) table.replace(key, before)
      throw error
    } finally {
      this.#undo = []
    }
  }

  /** Work is synchronous and does not write, so the tables cannot change. */
  snapshot<Result>(work: () => Result): Result {
    return work()
  }

  close(): void {
    this.#tables.clear()
  }
}

/** A map from key text to value. The sorted keys exist from the first walk on: most tables are never walked. */
class MemoryTable implements TextTable {
  readonly #values = new Map<string, Uint8Array>()
  #sorted: SortedKeys | undefined
  bytes = 0

  get size(): number {
    return this.#values.size
  }

  keys(): IterableIterator<string> {
    return this.#values.keys()
  }

  get(key: string): Uint8Array | undefined {
    return this.#values.get(key)
  }

  /** Sets the value, or removes the key with `undefined`, and returns the previous value. */
  replace(key: string, value: Uint8Array | undefined): Uint8Array | undefined {
    const before = this.#values.get(key)
    this.bytes += (value?.length ?? 0) - (before?.length ?? 0)
    if (value !== undefined) {
      this.#values.set(key, value)
      if (before === undefined) this.#sorted?.add(key)
    } else if (before !== undefined) {
      this.#values.delete(key)
      this.#sorted?.remove(key)
    }
    return before
  }

  page({ start, end, reverse, limit }: PageRequest): Page {
    if (this.size === 0) return { entries: [], last: true }
    this.#sorted ??= new SortedKeys(this.#values.keys())
    const first = start === undefined ? '' : keyText(start)
    const stop = end === undefined ? undefined : keyText(end)
    const entries: Entry[] = []
    let bytes = 0
    for (const key of reverse ? this.#sorted.below(stop) : this.#sorted.from(first)) {
      if (reverse ? key < first : stop !== undefined && key >= stop) break
      const value = new Uint8Array(this.#values.get(key)!)
      entries.push({ key: bytesOfText(key), value })
      bytes += value.length
      if (entries.length === limit || bytes >= pageBytes) return { entries, last: false }
    }
    return { entries, last: true }
  }
}
