import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolders } from '../../primitives/createFolders.ts'

/* The folder of a store and its files, which only their owner may read: they hold hashes of API keys and usage. */

const ownerOnlyFolder = 0o700
const ownerOnlyFile = 0o600

/** Exists from the first commit on, so that a data file that was emptied later is not mistaken for a new one. */
const markName = 'in-use'

/** Creates a folder, or removes other users' permissions from one that exists. */
export function createFolder(path: string): void {
  createFolders(path, ownerOnlyFolder)
  keepFromOthers(path)
}

/**
 * Creates a file of zeros, which LMDB fills; LMDB itself would let the group read it. A file that exists is not opened,
 * because closing it again would release the locks that this process holds on it.
 */
export function createOwnerFile(path: string, length = 0): void {
  try {
    writeFileSync(path, new Uint8Array(length), { flag: 'wx', mode: ownerOnlyFile })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    keepFromOthers(path)
  }
}

/** Only the owner of a file can change its permissions; a file of another owner keeps its permissions. */
function keepFromOthers(path: string): void {
  const { mode, uid } = statSync(path)
  const isOwn = process.getuid?.() === uid
  if (isOwn && (mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
}

export const isMarkedAsUsed = (folder: string): boolean => existsSync(join(folder, markName))

export const markAsUsed = (folder: string): void => createOwnerFile(join(folder, markName))
