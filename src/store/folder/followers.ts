import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { StoreError } from '../errors.ts'
import { isRunning, processStart } from './writerClaim.ts'

/*
 * A reader that reopens the file after it was replaced leaves a note in the folder. LMDB's lock file has the ids of all
 * reading processes; those without a note would continue with the old file.
 */

const notesFolder = 'followers'

/** Writes the note of this process; returns the function that removes it. Threads share the note of their process. */
export function noteFollower(folder: string): () => void {
  if (!isMainThread) return () => {}
  const note = join(folder, notesFolder, String(process.pid))
  try {
    removeOldNotes(folder)
    mkdirSync(join(folder, notesFolder), { recursive: true, mode: 0o700 })
    writeFileSync(note, processStart(process.pid) ?? '', { mode: 0o600 })
  } catch {
    // A process of another user may not be able to write here. Without a note it must be stopped before the file is
    // replaced.
    return () => {}
  }
  return () => rmSync(note, { force: true })
}

/** Throws while a process without a note reads the folder: it would continue with the old file. */
export function refuseUnnotedReaders(folder: string, readerList: string): void {
  const noted = new Set(runningNotes(folder))
  const others = [...new Set(processesIn(readerList))].filter((id) => id !== process.pid && !noted.has(id))
  if (others.length === 0) return
  const which = others.length === 1 ? `process ${others[0]}` : `processes ${others.join(', ')}`
  throw new StoreError(
    'in-use',
    `${folder} is being read by ${which}, which would continue with the old file: wait until it has ended, or stop it`,
  )
}

/** LMDB lists a reader per line: process, thread, transaction. Processes that have ended may be listed too. */
const processesIn = (readerList: string): number[] =>
  Array.from(readerList.matchAll(/^\s*(\d+) /gm), ([, id]) => Number(id)).filter((id) =>
    isRunning(id, processStart(id) ?? ''),
  )

const notesIn = (folder: string): string[] => {
  try {
    return readdirSync(join(folder, notesFolder))
  } catch {
    return []
  }
}

const runningNotes = (folder: string): number[] =>
  notesIn(folder)
    .filter((name) => isCurrent(folder, name))
    .map(Number)

function removeOldNotes(folder: string): void {
  for (const name of notesIn(folder)) {
    if (!isCurrent(folder, name)) rmSync(join(folder, notesFolder, name), { force: true })
  }
}

function isCurrent(folder: string, name: string): boolean {
  try {
    return isRunning(Number(name), readFileSync(join(folder, notesFolder, name), 'utf8'))
  } catch {
    return false
  }
}
