import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openRecord, sealRecord } from '../../chain/storage/sealedRecord.ts'
import { asHash, type Hash } from '../../primitives/bytes.ts'
import { createFolders } from '../../primitives/createFolders.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { fromHex, toHex, toHexDigits } from '../../primitives/hex.ts'
import { StoreError } from '../../store/errors.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { openStore } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'

/** Checked answers of an endpoint about one fork block. Readers choose the keys. */
export interface ForkCache {
  get(key: Uint8Array): Uint8Array | undefined
  put(entries: Iterable<readonly [key: Uint8Array, value: Uint8Array]>): void
  close(): void
}

/** The block at which a fork starts. */
export interface ForkPoint {
  readonly chainId: number
  readonly number: number
  readonly hash: Hash
}

/** The folder of all forks of this user (XDG base directories). */
export const defaultCacheFolder = (): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'cambium', 'forks')

/** Opens the cache of a fork block: in memory without a folder, or while another process uses the folder. */
export function openForkCache(folder: string | undefined, { chainId, hash }: ForkPoint): ForkCache {
  if (folder === undefined) return storedCache(memoryStore())
  const path = join(folder, String(chainId), toHexDigits(hash))
  const stamp = { network: `fork of chain ${chainId}`, genesisHash: hash }
  try {
    return storedCache(openStore({ path, ...stamp, tables: ['meta', 'values'], flush: 'none' }))
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    if (error.code !== 'in-use') rmSync(path, { recursive: true, force: true })
    return storedCache(memoryStore())
  }
}

const storedCache = (store: Store): ForkCache => ({
  /** A damaged record counts as absent: it is fetched again. */
  get(key) {
    const record = store.get('values', key)
    if (record === undefined) return undefined
    try {
      return openRecord('values', key, record)
    } catch (error) {
      if (error instanceof DamagedData) return undefined
      throw error
    }
  },
  put: (entries) =>
    store.write((batch) => {
      for (const [key, value] of entries) batch.put('values', key, sealRecord(key, value))
    }),
  close: () => store.close(),
})

/** The file with the block that an endpoint has at a number, so that a second run needs no request. */
const pointFile = (folder: string, url: URL, number: number): string =>
  join(folder, 'points', createHash('sha256').update(`${url.href} ${number}`).digest('hex'))

export function readForkPoint(folder: string | undefined, url: URL, number: number): ForkPoint | undefined {
  if (folder === undefined) return undefined
  try {
    const { chainId, hash }: { chainId?: unknown; hash?: unknown } = JSON.parse(
      readFileSync(pointFile(folder, url, number), 'utf8'),
    )
    if (typeof chainId !== 'number' || typeof hash !== 'string' || hash.length !== 66) return undefined
    return { chainId, number, hash: asHash(fromHex(hash)) }
  } catch {
    return undefined
  }
}

export function writeForkPoint(folder: string | undefined, url: URL, point: ForkPoint): void {
  if (folder === undefined) return
  const path = pointFile(folder, url, point.number)
  createFolders(join(folder, 'points'), 0o700)
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify({ chainId: point.chainId, hash: toHex(point.hash) }), {
    mode: 0o600,
  })
  renameSync(unfinished, path)
}

/** After a reorganisation the number names another block. */
export function forgetForkPoint(folder: string | undefined, url: URL, number: number): void {
  if (folder !== undefined) rmSync(pointFile(folder, url, number), { force: true })
}
