import { statfsSync } from 'node:fs'
import { enoughBytes } from '../../server/networks/readiness.ts'
import { StoreError } from '../../store/errors.ts'
import { CommandFailure } from '../commandLine/errors.ts'
import { counted } from '../terminal/quantities.ts'

/** LMDB reports a full disk as an input/output error; the returned error names the free space. */
export function explainFullDisk(error: unknown, folder: string, hint?: string): unknown {
  if (!(error instanceof StoreError) || error.code !== 'failed') return error
  const left = bytesLeft(folder)
  if (left === undefined || left >= enoughBytes) return error
  const advice = `make room, then run the same command again; every block up to the head is safe${hint === undefined ? '' : `; ${hint}`}`
  return new CommandFailure(`${error.message} (the disk has ${counted(left / 1024)} KB left): ${advice}`)
}

/** Free space for data in a folder; undefined when it cannot be asked. */
export function bytesLeft(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
