import type { Database, RangeOptions, RootDatabase } from 'lmdb'
import { type EntryRange, type Page, type PageRequest, pageBytes, type SlotEngine } from '../engine.ts'
import { StoreError } from '../errors.ts'
import type { Entry } from '../store.ts'

/** Raw bytes as keys and values: no encoder, no shared structures, no compression. */
export const rawBytes = { encoding: 'binary', keyEncoding: 'binary' } as const

export type LmdbTable = Database<Uint8Array, Uint8Array>
export type LmdbRoot = RootDatabase<Uint8Array, Uint8Array>

/** No table has several values per key, so the flag for them is damage too, and so is a key that is too long. */
const damage = /MDB_(CORRUPTED|PAGE_NOTFOUND|INVALID|PANIC|BAD_TXN)|Invalid (dupdata flag|key size)/
const damagedFile =
  '; the file is damaged: check the disk, then restore a backup, or remove the folder and synchronise again'
/** The message of an error of LMDB, with what to do about damaged pages. */
export const withAdvice = (reason: string): string =>
  damage.test(reason) ? `${reason}${damagedFile}` : reason

const smallestKey = Uint8Array.of(0)
/** A shorter write fits in the room that was checked at its start. */
const shortWrite = 1 << 20

/** An open environment and its tables. */
export interface LmdbFile {
  readonly root: LmdbRoot
  readonly tables: ReadonlyMap<string, LmdbTable>
}

/** Of `getStats`, which has no type of its own. */
interface TableStatistics {
  readonly entryCount: number
  readonly pageSize: number
  readonly treeBranchPageCount: number
  readonly treeLeafPageCount: number
  readonly overflowPages: number
}

export interface LmdbParts {
  readonly path: string
  readonly file: LmdbFile
  readonly readOnly: boolean
  readonly isVersioned?: boolean
  /** Called inside every write transaction before its work; throws when this process may not write. */
  readonly checkClaim: () => void
  /** Throws when the disk lacks room for a write of this many bytes. */
  readonly checkSpace: (bytes: number) => void
  /** Called once before the environment closes. */
  readonly release: () => void
  /** Opens the file that has replaced the open one; undefined when it has not been replaced. */
  readonly reopen?: () => LmdbFile | undefined
}

/**
 * Tables as named databases of one LMDB environment. lmdb-js answers all reads of an event turn from one read
 * transaction and renews it in the next turn or after a commit, so a reader does not hold old pages for long.
 */
export class LmdbEngine implements SlotEngine {
  readonly #parts: LmdbParts
  #file: LmdbFile
  /** Bytes of the values that the running write has put. */
  #putBytes = 0

  constructor(parts: LmdbParts) {
    this.#parts = parts
    this.#file = parts.file
  }

  get readOnly(): boolean {
    return this.#parts.readOnly
  }

  get isVersioned(): boolean {
    return this.#parts.isVersioned === true
  }

  get(table: string, key: Uint8Array): Uint8Array | undefined {
    try {
      return readValue(this.#table(table), key)
    } catch (error) {
      throw this.failedRead(error)
    }
  }

  has(table: string, key: Uint8Array): boolean {
    try {
      return this.#table(table).getBinaryFast(key) !== undefined
    } catch (error) {
      throw this.failedRead(error)
    }
  }

  hasStart(table: string, key: Uint8Array, start: Uint8Array): boolean | undefined {
    try {
      const value = this.#table(table).getBinaryFast(key)
      if (value === undefined) return undefined
      for (let index = 0; index < start.length; index++) if (value[index] !== start[index]) return false
      return value.length >= start.length
    } catch (error) {
      throw this.failedRead(error)
    }
  }

  page(table: string, request: PageRequest): Page {
    const entries: Entry[] = []
    let bytes = 0
    try {
      for (const { key, value } of this.entries(table, request)) {
        entries.push({ key: plain(key), value: plain(value) })
        bytes += value.length
        if (bytes >= pageBytes) return { entries, last: false }
      }
    } catch (error) {
      throw this.failedRead(error)
    }
    return { entries, last: entries.length < request.limit }
  }

  entries(table: string, range: EntryRange): Iterable<Entry> {
    return this.#table(table).getRange(rangeOptions(range))
  }

  count(table: string): number {
    return this.#statistics(table).entryCount
  }

  countByWalk(table: string): number {
    try {
      return this.#table(table).getCount()
    } catch (error) {
      throw this.failedRead(error)
    }
  }

  usedBytes(tables?: readonly string[]): number {
    let bytes = 0
    for (const table of this.#file.tables.keys()) {
      if (tables?.includes(table) === false) continue
      const { pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } = this.#statistics(table)
      bytes += pageSize * (treeBranchPageCount + treeLeafPageCount + overflowPages)
    }
    return bytes
  }

  #statistics(table: string): TableStatistics {
    try {
      return this.#table(table).getStats() as TableStatistics
    } catch (error) {
      throw this.failedRead(error)
    }
  }

  put(table: string, key: Uint8Array, value: Uint8Array, isLast = false): void {
    this.#putBytes += value.length
    try {
      if (isLast && this.append(table, key, value)) return
      this.#table(table).putSync(key, value)
    } catch (error) {
      throw this.#failed('write', error)
    }
  }

  delete(table: string, key: Uint8Array): void {
    try {
      this.#table(table).removeSync(key)
    } catch (error) {
      throw this.#failed('write', error)
    }
  }

  append(table: string, key: Uint8Array, value: Uint8Array): boolean {
    // Contrary to its type, it returns whether LMDB has put the entry.
    const isPut: unknown = this.#table(table).putSync(key, value, { append: true })
    return isPut === true
  }

  clear(table: string): void {
    try {
      this.#table(table).clearSync()
    } catch (error) {
      throw this.#failed('write', error)
    }
  }

  transaction<Result>(work: () => Result): Result {
    const { checkClaim, checkSpace } = this.#parts
    let worked = false
    checkSpace(0)
    this.#putBytes = 0
    try {
      return this.#file.root.transactionSync(() => {
        checkClaim()
        const result = work()
        if (this.#putBytes > shortWrite) checkSpace(this.#putBytes)
        worked = true
        return result
      })
    } catch (error) {
      throw worked ? this.#failed('commit', error) : error
    }
  }

  snapshot<Result>(work: () => Result): Result {
    const { root } = this.#file
    // The current read transaction may have begun before the newest commit.
    root.resetReadTxn()
    const held = root.useReadTransaction()
    try {
      return work()
    } finally {
      held.done()
    }
  }

  renew(): boolean {
    const file = this.#parts.reopen?.()
    if (file === undefined) return false
    void this.#file.root.close()
    this.#file = file
    return true
  }

  close(): void {
    try {
      this.#parts.release()
    } finally {
      // No asynchronous write is ever pending, so the environment is closed when this returns.
      void this.#file.root.close()
    }
  }

  #table(name: string): LmdbTable {
    return this.#file.tables.get(name)!
  }

  failedRead(cause: unknown): StoreError {
    // After a damaged page LMDB refuses every read of the same transaction.
    this.#file.root.resetReadTxn()
    return this.#failed('read', cause)
  }

  #failed(action: string, cause: unknown): StoreError {
    const reason = withAdvice(cause instanceof Error ? cause.message : String(cause))
    return new StoreError('failed', `cannot ${action} in the store ${this.#parts.path}: ${reason}`, { cause })
  }
}

/** lmdb-js calls the bound at which a walk begins `start`, in both directions. */
function rangeOptions({ start, end, reverse, limit = Number.POSITIVE_INFINITY }: EntryRange): RangeOptions {
  if (!reverse) return { limit, start: start?.length ? start : smallestKey, ...(end && { end }) }
  return {
    limit,
    reverse,
    end: start?.length ? start : smallestKey,
    inclusiveEnd: true,
    ...(end && { start: end, exclusiveStart: true }),
  }
}

/** A copy of a value, which the caller may keep. */
export function readValue(table: LmdbTable, key: Uint8Array): Uint8Array | undefined {
  // lmdb-js reuses this buffer in the next get, and the length of the value is only in its `length` property.
  const value = table.getBinaryFast(key)
  return value === undefined ? undefined : new Uint8Array(plain(value))
}

/** The same memory as a Uint8Array: the `slice` of a Node buffer is a view. */
const plain = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
