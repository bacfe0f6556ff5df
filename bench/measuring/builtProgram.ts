import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The resources that a process has used, including start and compilation. */
export interface Use {
  readonly seconds: number
  /** Processor time of all threads. */
  readonly processorSeconds: number
  /** Maximum megabytes. */
  readonly resident: number
  /** Maximum megabytes without the pages of files; 0 where the system does not report it, as below. */
  readonly anonymous: number
  /** Bytes of write calls, and bytes that came from the disk. */
  readonly writtenBytes: number
  readonly readBytes: number
}

export const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

/** The built command of a checkout. */
export const mainOf = (root: string): string => join(root, 'dist/cli/main.js')

export interface Build {
  readonly name: string
  /** The checkout. */
  readonly root: string
}

/** The builds to compare: this one, then that of the checkout that BENCH_BASE names. */
export function comparedBuilds(): readonly Build[] {
  const { BENCH_BASE: base } = process.env
  const builds = [
    { name: 'cambium', root: ownRoot },
    ...(base === undefined ? [] : [{ name: 'before', root: base }]),
  ]
  for (const { root } of builds) {
    if (!existsSync(mainOf(root))) throw new Error(`${mainOf(root)} is missing: run npm run build there`)
  }
  return builds
}
