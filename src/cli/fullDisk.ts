import { statfsSync } from 'node:fs'
import { StoreError } from '../store/errors.ts'
import { CommandFailure } from './errors.ts'
import { counted } from './quantities.ts'

/** A write of a block takes less. */
const enoughBytes = 16 << 20

/** LMDB calls a write that a full disk cut short an input/output error; people must hear of the disk. */
export function explainFullDisk(error: unknown, folder: string): unknown {
  if (!(error instanceof StoreError) || error.code !== 'failed') return error
  const left = bytesLeft(folder)
  if (left === undefined || left >= enoughBytes) return error
  const advice = 'make room, then run the same command again; every block up to the head is safe'
  return new CommandFailure(`${error.message} (the disk has ${counted(left / 1024)} KB left): ${advice}`)
}

function bytesLeft(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
