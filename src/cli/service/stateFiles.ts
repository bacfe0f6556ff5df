import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { DevelopmentControls } from '../../node/local/development/developmentControls.ts'
import { StateFileError } from '../../node/local/stateFile/stateDump.ts'
import { unpackState } from '../../node/local/stateFile/stateText.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import type { StateFiles } from '../configuration/networkConfiguration.ts'

/**
 * Rejects with a `CommandFailure` for a file that cannot be read or is not of this chain; nothing changes then. Also when the
 * file that is written at the end has no folder: the state of the run would be lost.
 */
export async function loadStateFile(files: StateFiles, development: DevelopmentControls): Promise<void> {
  const { load, mayBeMissing, dump } = files
  if (dump !== undefined) checkDestination(dump)
  if (load === undefined || (mayBeMissing && !existsSync(load))) return
  try {
    development.loadState(await unpackState(readFileSync(load)))
  } catch (error) {
    if (error instanceof StateFileError) throw new CommandFailure(`the state file ${load} ${error.message}`)
    throw isFileProblem(error)
      ? new CommandFailure(`the state file ${load} cannot be read: ${error.code}`)
      : error
  }
}

/** The file is written beside its place first, so that a full disk does not destroy the state of the run before. */
export function dumpStateFile({ dump }: StateFiles, development: DevelopmentControls): void {
  if (dump === undefined) return
  const unfinished = `${dump}.unfinished`
  try {
    writeFileSync(unfinished, development.dumpState())
    renameSync(unfinished, dump)
  } catch (error) {
    throw isFileProblem(error)
      ? new CommandFailure(`the state file ${dump} could not be written, so the state is lost: ${error.code}`)
      : error
  }
}

function checkDestination(dump: string): void {
  const problem = !existsSync(dirname(resolve(dump)))
    ? 'its folder does not exist'
    : statSync(dump, { throwIfNoEntry: false })?.isDirectory()
      ? 'it is a folder'
      : undefined
  if (problem === undefined) return
  throw new CommandFailure(`the state file ${dump} cannot be written at the end: ${problem}`)
}

const isFileProblem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error
