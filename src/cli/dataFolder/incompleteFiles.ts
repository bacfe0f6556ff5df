import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailure } from '../commandLine/commandFailure.ts'

/* A file gets its name when it is complete. Until then its name ends with the id of the process that writes it. */

const incomplete = '.incomplete'

/** Where a process writes a file until it is complete; the process's id keeps two exports apart. */
export const incompletePath = (folder: string, name: string): string =>
  join(folder, `${name}.${process.pid}${incomplete}`)

/**
 * Removes what killed processes have left of the files whose names begin with `prefix`. Refuses links under these names, so
 * that another user of the folder cannot choose which file is read or overwritten.
 */
export function removeIncomplete(folder: string, prefix: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    if (!name.startsWith(prefix)) continue
    if (entry.isSymbolicLink())
      throw new CommandFailure(`${join(folder, name)} is a link, which is not followed: remove it`)
    if (!name.endsWith(incomplete)) continue
    const owner = Number(name.slice(0, -incomplete.length).split('.').at(-1))
    if (owner === process.pid || !isRunning(owner)) rmSync(join(folder, name), { force: true })
  }
}

/** The content of a file, or the names in a folder, survive the end of the machine. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function isRunning(processId: number): boolean {
  try {
    return Number.isInteger(processId) && process.kill(processId, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
