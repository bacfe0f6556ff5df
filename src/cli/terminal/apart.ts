import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/*
 * LMDB follows the pages of its file without checking them, so a damaged page can end the process that reads it. A command
 * that reads damaged files on purpose runs in a child process, and its parent says what happened.
 */

/** Set in the environment of a child. */
const childVariable = 'CAMBIUM_APART'
const forwarded = ['SIGINT', 'SIGTERM'] as const

/** The end of a child process. */
export interface ApartEnd {
  /** 128 and its number for a signal, as shells have it. */
  readonly exitCode: number
  /** The signal that ended it. */
  readonly signal: NodeJS.Signals | undefined
  /** Its last message: what it was about to read. */
  readonly lastReport: string | undefined
}

/** How a process and its child know of each other. A process has one of the two. */
export interface ApartParts {
  /** Runs the same command line in a child process, which has the terminal meanwhile. */
  readonly runApart?: () => Promise<ApartEnd>
  /** Reports to the parent what this process, its child, is about to read. */
  readonly reportToParent?: (what: string) => void
}

export function apartParts(): ApartParts {
  if (process.env[childVariable] === undefined || process.send === undefined) return { runApart }
  process.once('disconnect', () => process.exit(1))
  // The open channel does not keep a child alive after its work.
  process.channel?.unref()
  // The callback ignores the error of a parent that has ended: the listener above handles it.
  return { reportToParent: (what) => void process.send?.(what, undefined, undefined, () => {}) }
}

function runApart(): Promise<ApartEnd> {
  const [, program = '', ...words] = process.argv
  // In a group of its own the child gets a signal of the terminal once: from this process.
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [childVariable]: '1' },
    detached: true,
  })
  let lastReport: string | undefined
  child.on('message', (what) => {
    lastReport = String(what)
  })
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of forwarded) process.on(signal, forward)
  return new Promise<ApartEnd>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL']
      resolve({ exitCode, signal: signal ?? undefined, lastReport })
    })
  }).finally(() => {
    for (const signal of forwarded) process.off(signal, forward)
  })
}
