import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { packageRequire } from '../platform/packageFile.ts'
import { equalBytes } from '../primitives/bytes.ts'
import { EngineStore } from './engineStore.ts'
import { StoreError } from './errors.ts'
import { checkDataFile, extendDataFile } from './folder/dataFile.ts'
import { bytesLeft, requireSpace, smallSpareBytes, spareBytes } from './folder/diskSpace.ts'
import { createFolder, createOwnerFile, isMarkedAsUsed, markAsUsed } from './folder/folder.ts'
import { noteFollower, refuseUnnotedReaders } from './folder/followers.ts'
import {
  LmdbEngine,
  type LmdbFile,
  type LmdbRoot,
  type LmdbTable,
  rawBytes,
  readValue,
  withAdvice,
} from './folder/lmdbEngine.ts'
import {
  checkStamp,
  formatOf,
  formatVersion,
  isStamped,
  type Stamp,
  stampKeys,
  stepsBetween,
  type UpgradeStep,
  writeFormat,
  writeStamp,
} from './folder/stamp.ts'
import { claimOfThisProcess, encodeClaim, isOfThisProcess, refuseIfClaimed } from './folder/writerClaim.ts'
import { databasesOf, RunsEngine, type RunsOptions } from './runs/runsEngine.ts'
import type { Store } from './store.ts'
import { type TableName, tableNames } from './tables.ts'

export interface StoreOptions extends Stamp {
  /** The tables that the folder has; all if undefined. */
  readonly tables?: readonly TableName[]
  /**
   * Accepts an incomplete copy, in order to complete it. A new folder is marked as incomplete together with its stamp, so
   * that an interruption before the first entry does not leave an empty folder that opens.
   */
  readonly acceptsIncomplete?: boolean
  /** The folder; created if absent. */
  readonly path: string
  /** Bytes that writes leave free on the disk; `spareBytes` if undefined. */
  readonly spare?: number
  /** Opens an existing folder beside its writer. Commits of the writer are seen from the next event turn on. */
  readonly readOnly?: boolean
  /**
   * Whether the writer may run, stop and compact at any time: refuses a folder in which the writer could not see this
   * reader, and lets `renew` open a file that has replaced the open one.
   */
  readonly followsWriter?: boolean
  /** Refuses a folder while a process reads it that would continue with the old file after it is replaced. */
  readonly replacesFile?: boolean
  /** Opens a folder that another thread of this process has opened for writing. The two write in turns. */
  readonly isSecondWriter?: boolean
  /** Opens a folder that another thread of this process has open: its file is not checked again. */
  readonly isSecondReader?: boolean
  /**
   * `commit` (the default) flushes every write to the disk: it survives a loss of power. `none` leaves flushing to the
   * system: a write survives the end of the process, but after a loss of power the folder may be damaged, so it is for
   * disposable data.
   */
  readonly flush?: 'commit' | 'none'
  /**
   * Whether the whole file is read, in the order of keys: the system then reads ahead if memory holds the file, because tables
   * whose keys are hashes are not in the order of their pages. Otherwise each cold page is read by itself. The first opener in
   * a process decides for all.
   */
  readonly readsAhead?: boolean
  readonly runs?: RunsOptions
  /** Upgrade a folder of an older format in one transaction; without them it is refused. */
  readonly upgradeSteps?: readonly UpgradeStep[]
}

const dataFileName = 'data.mdb'
const lockFileName = 'lock.mdb'
const maximumTableCount = 256
const maximumReaderCount = 512
/** LMDB's header and the slots of all readers, 64 bytes each. LMDB would leave a hole for most of them. */
const lockFileLength = 4096 + 64 * maximumReaderCount

/** Opens a folder. Throws for one of another chain or format version, and for one with another writer. */
export function openStore(options: StoreOptions): Store {
  prepareFolder(options)
  const root = openEnvironment(options)
  try {
    return options.readOnly ? openForReading(root, options) : openForWriting(root, options)
  } catch (error) {
    void root.close()
    throw error instanceof StoreError ? error : unusable(options.path, error)
  }
}

function prepareFolder(options: StoreOptions): void {
  const { path, readOnly, followsWriter = false, spare, isSecondWriter, isSecondReader } = options
  try {
    if (!readOnly) createFolder(path)
    const dataFile = join(path, dataFileName)
    const isEmpty = (statSync(dataFile, { throwIfNoEntry: false })?.size ?? 0) === 0
    if (isEmpty && isMarkedAsUsed(path)) throw emptied(path)
    if (readOnly && isEmpty) {
      throw new StoreError('folder-missing', `there is no store in ${path}: start a node there first`)
    }
    for (const name of [dataFileName, lockFileName]) {
      const isFolder = statSync(join(path, name), { throwIfNoEntry: false })?.isDirectory()
      if (isFolder) throw notAStore(path, `${name} is a folder`)
    }
    if (existsSync(dataFile) && !isSecondWriter && !isSecondReader) checkDataFile(dataFile)
    if (readOnly) {
      expectLockable(path, followsWriter)
      return
    }
    requireSpace(path, spare ?? spareBytes)
    createOwnerFile(join(path, dataFileName))
    createOwnerFile(join(path, lockFileName), lockFileLength)
  } catch (error) {
    throw error instanceof StoreError ? error : unusable(path, error)
  }
}

/**
 * LMDB registers readers in the lock file, and reads without registering when it cannot write there. The writer would then
 * reuse pages that are being read, and the reader would take them for damaged. A folder on a read-only file system is
 * refused only where a writer may reach it by another path.
 */
function expectLockable(path: string, followsWriter: boolean): void {
  const lockFile = join(path, lockFileName)
  try {
    accessSync(existsSync(lockFile) ? lockFile : path, constants.W_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EROFS' && !followsWriter) return
    throw new StoreError(
      'no-permission',
      `${lockFile} cannot be written (${code}), so the writer would overwrite pages that this process reads: run it as the user that owns the folder, or give it write access to this file`,
      { cause: error },
    )
  }
}

function openEnvironment({
  path,
  readOnly = false,
  flush = 'commit',
  readsAhead = false,
}: StoreOptions): LmdbRoot {
  // Loaded here, because a chain in memory does not need it.
  const { open } = packageRequire()('lmdb') as typeof import('lmdb')
  // Its types lack this option.
  const mapping = { noReadAhead: !(readsAhead && isSmall(join(path, dataFileName))) }
  try {
    return open<Uint8Array, Uint8Array>({
      ...rawBytes,
      path,
      readOnly,
      noSubdir: false,
      maxDbs: maximumTableCount,
      maxReaders: maximumReaderCount,
      // Plain LMDB commits: data is flushed, then the meta page, before `write` returns.
      overlappingSync: false,
      noSync: flush === 'none',
      ...mapping,
    })
  } catch (error) {
    throw unusable(path, error)
  }
}

/** Whether a file fits in the memory that is left, with room for as much again. */
const isSmall = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) < freemem() / 2

function openForReading(root: LmdbRoot, options: StoreOptions): Store {
  const { path, followsWriter = false } = options
  const file = readTables(root, options)
  let opened = filesOf(path)
  const reopen = (): LmdbFile | undefined => {
    const found = filesOf(path)
    if (found === opened || !existsSync(join(path, dataFileName))) return undefined
    prepareFolder({ ...options, isSecondReader: false })
    const next = openEnvironment(options)
    try {
      const replaced = readTables(next, options)
      opened = filesOf(path)
      return replaced
    } catch (error) {
      void next.close()
      throw error
    }
  }
  const engine = new LmdbEngine({
    path,
    file,
    readOnly: true,
    checkClaim: () => {},
    checkSpace: () => {},
    release: followsWriter ? noteFollower(path) : () => {},
    ...(followsWriter && { reopen }),
  })
  return new EngineStore(new RunsEngine(engine))
}

/**
 * Identifies the files of a folder. A process that has opened the new data file with the old lock file, which compacting
 * removes a moment later, must reopen both: the writer overwrites the pages of readers that are not in its lock file.
 */
function filesOf(path: string): string {
  const inodes = [dataFileName, lockFileName].map(
    (name) => statSync(join(path, name), { throwIfNoEntry: false })?.ino,
  )
  return inodes.join(' ')
}

function readTables(root: LmdbRoot, options: StoreOptions): LmdbFile {
  const { path } = options
  const names = databasesIn(options)
  const tables = new Map<string, LmdbTable>()
  for (const name of names) {
    // Contrary to its type, lmdb-js returns undefined for a database that does not exist.
    const table: LmdbTable | undefined = root.openDB(name, rawBytes)
    if (table !== undefined) tables.set(name, table)
  }
  const meta = tables.get('meta')
  if (meta === undefined || !isStamped(reading(meta))) throw notAStore(path, 'it has no stamp')
  checkStamp(reading(meta), path, options, [])
  refuseIncomplete(meta, options)
  for (const name of names) {
    if (tables.has(name)) continue
    throw new StoreError(
      'missing-table',
      `${path} lacks the table ${name}: start the node that writes it with this version`,
    )
  }
  return { root, tables }
}

function openForWriting(root: LmdbRoot, options: StoreOptions): Store {
  const { path, format = formatVersion, spare = spareBytes, upgradeSteps = [] } = options
  refuseForeign(root, path)
  if (options.replacesFile) refuseUnnotedReaders(path, root.readerList())
  // One transaction: every commit flushes the disk twice, and an interrupted creation leaves an empty file or a whole store.
  const { meta, tables, claim } = root.transactionSync(() => claimedTables(root, options))
  markAsUsed(path)
  // Nobody else writes from here on.
  if (!options.isSecondWriter) extendDataFile(join(path, dataFileName))
  const isClaimed = (): boolean => equalBytes(reading(meta)(stampKeys.writer) ?? claim.subarray(0, 0), claim)
  const checkClaim = (): void => {
    if (isClaimed()) return
    throw new StoreError(
      'taken-over',
      `another process has begun to write ${path}: stop one of the two nodes`,
    )
  }
  const checkSpace = (bytes: number): void => requireSpace(path, spare, bytes)
  const release = (): void => {
    // On a full disk the claim stays; it becomes invalid when this process ends.
    if (options.isSecondWriter || (bytesLeft(path) ?? smallSpareBytes) < smallSpareBytes) return
    root.transactionSync(() => {
      if (isClaimed()) meta.removeSync(stampKeys.writer)
    })
  }
  const engine = new LmdbEngine({
    path,
    file: { root, tables },
    readOnly: false,
    isVersioned: options.isSecondWriter !== true,
    checkClaim,
    checkSpace,
    release,
  })
  const store = new EngineStore(new RunsEngine(engine, options.runs))
  const stored = formatOf(reading(meta))
  if (stored >= format) return store
  try {
    store.write((batch) => {
      for (const { run } of stepsBetween(stored, format, upgradeSteps) ?? []) run(batch)
      writeFormat((key, value) => batch.put('meta', key, value), format)
    })
    return store
  } catch (error) {
    release()
    throw error
  }
}

const databasesIn = ({ tables = tableNames }: StoreOptions): readonly string[] => [
  ...new Set(tables.flatMap(databasesOf)),
]

interface ClaimedTables {
  readonly meta: LmdbTable
  readonly tables: ReadonlyMap<string, LmdbTable>
  readonly claim: Uint8Array
}

/** Checks or writes the stamp, opens or creates the tables, and claims the folder for this process. */
function claimedTables(root: LmdbRoot, options: StoreOptions): ClaimedTables {
  const { path } = options
  const meta: LmdbTable = root.openDB('meta', rawBytes)
  if (isStamped(reading(meta))) checkStamp(reading(meta), path, options, options.upgradeSteps ?? [])
  else {
    writeStamp((key, value) => meta.putSync(key, value), options)
    if (options.acceptsIncomplete) meta.putSync(stampKeys.incomplete, Uint8Array.of(1))
  }
  refuseIncomplete(meta, options)
  const tables = new Map<string, LmdbTable>(
    databasesIn(options).map((name) => [name, name === 'meta' ? meta : root.openDB(name, rawBytes)]),
  )
  return { meta, tables, claim: claimOf(meta, options) }
}

/** The claim of this process; a second writer uses the one that is in the folder. */
function claimOf(meta: LmdbTable, { path, isSecondWriter = false }: StoreOptions): Uint8Array {
  const stored = reading(meta)(stampKeys.writer)
  if (isSecondWriter) {
    if (stored !== undefined && isOfThisProcess(stored)) return stored
    throw new StoreError('taken-over', `this process has not opened ${path} for writing`)
  }
  refuseIfClaimed(stored, path)
  const claim = encodeClaim(claimOfThisProcess())
  meta.putSync(stampKeys.writer, claim)
  return claim
}

/** An LMDB folder of another program has databases or entries, but no `meta` table. */
function refuseForeign(root: LmdbRoot, path: string): void {
  const names = [...root.getKeys()].map((name) => Buffer.from(name).toString('latin1'))
  // lmdb-js includes the terminating zero of a name.
  const isForeign = names.length > 0 && !names.includes('meta\0')
  if (isForeign) throw notAStore(path, 'it holds the data of another program')
}

function refuseIncomplete(meta: LmdbTable, { path, acceptsIncomplete = false }: StoreOptions): void {
  if (acceptsIncomplete || reading(meta)(stampKeys.incomplete) === undefined) return
  throw new StoreError(
    'incomplete-copy',
    `${path} is an incomplete copy: run the command that makes it again`,
  )
}

const reading = (table: LmdbTable) => (key: Uint8Array) => readValue(table, key)

const notAStore = (path: string, reason: string): StoreError =>
  new StoreError('not-a-store', `${path} cannot be used as a store: ${reason}; choose an empty or new folder`)

const emptied = (path: string): StoreError =>
  new StoreError(
    'truncated',
    `${path} held a store, but its data file is empty or missing: restore it from a backup, or remove the folder to start anew`,
  )

function unusable(path: string, cause: unknown): StoreError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  if (/EACCES|EPERM|EROFS|permission denied|read-only/i.test(reason)) {
    return new StoreError(
      'no-permission',
      `${path} cannot be opened: ${reason}; give this user access to it`,
      { cause },
    )
  }
  // LMDB destroys its locks when the last process closes a folder, also while another one is waiting to open it.
  if (reason.startsWith('Invalid argument'))
    return new StoreError('in-use', `${path} was being closed by another process: try again`, { cause })
  return new StoreError('not-a-store', `${path} cannot be used as a store: ${withAdvice(reason)}`, { cause })
}
