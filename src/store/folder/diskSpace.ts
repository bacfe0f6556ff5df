import { statfsSync } from 'node:fs'
import { fullDiskMark, StoreError } from '../errors.ts'

/*
 * A store writes only while the disk has room to spare. LMDB maps its lock file, and touching a page of it for which the
 * disk has no room kills the process with SIGBUS. A commit that fails half-way is rolled back, but has taken the last free
 * bytes from other programs.
 */

/** More than the write of one block takes: below this the disk counts as full. */
export const spareBytes = 16 << 20
/** For stores of small records: keys can still be revoked when a chain has filled the disk. */
export const smallSpareBytes = 1 << 20

/** Free space for data in a folder; undefined when the system does not report it. */
export function bytesLeft(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}

/**
 * Throws when the disk of a folder lacks room for this many bytes in addition to the spare ones. LMDB rewrites whole pages,
 * so twice the bytes are needed.
 */
export function requireSpace(folder: string, spare: number, bytes = 0): void {
  const left = bytesLeft(folder)
  if (left === undefined || left >= spare + 2 * bytes) return
  const mebibytes = (left / (1 << 20)).toFixed(1)
  throw new StoreError(
    'disk-full',
    `${fullDiskMark}${mebibytes} MiB are left for ${folder}, and the store needs ${(spare + 2 * bytes) >> 20} MiB to write: make room`,
  )
}
