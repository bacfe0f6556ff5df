import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { bytesLeft, spareBytes } from '../../store/folder/diskSpace.ts'
import type { Store } from '../../store/store.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import { bytes } from '../terminal/quantities.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Bytes that a copy of a store still needs in a folder, which may hold a part of it already. */
export function copyBytes(source: Store, folder: string): number {
  const file = join(folder, 'data.mdb')
  const there = existsSync(file) ? statSync(file).size : 0
  const used = source.usedBytes?.() ?? 0
  return Math.max(0, used - there)
}

/** Says how much a copy needs and how much its disk has left, and throws when that is too little. */
export function requireCopySpace(
  folder: string,
  copied: number,
  terminal: Terminal,
  freeBytes: (folder: string) => number | undefined = bytesLeft,
): void {
  const left = freeBytes(existingPart(resolve(folder)))
  if (left === undefined) return
  // A store writes only while it can leave this free.
  const needed = copied + spareBytes
  const both = `${folder} needs up to ${bytes(needed)}, and its disk has ${bytes(left)} free`
  if (left < needed) throw new CommandFailure(`${both}: make room, then run the same command again`)
  terminal.note(both)
}

/** The folder itself or the nearest one above it that exists. */
const existingPart = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : existingPart(dirname(path))
