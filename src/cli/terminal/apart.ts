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
  /** What it told last. */
  readonly lastTold: string | undefined
}

/** How a process and its child know of each other. A process has one of the two. */
export interface ApartParts {
  /** Runs the same command line in a child process, which has the terminal meanwhile. */
  readonly runApart?: () => Promise<ApartEnd>
  /** Tells the parent what this process, its child, is about to read. */
  readonly tellParent?: (what: string) => void
}

export function apartParts(): ApartParts {
  if (process.env[childVariable] === undefined || process.send === undefined) return { runApart }
  process.once('disconnect', () => process.exit(1))
  // A child ends when its work has ended, and when its parent has.
  process.channel?.unref()
  // A parent that has ended is noticed by the listener above.
  return { tellParent: (what) => void process.send?.(what, undefined, undefined, () => {}) }
}

function runApart(): Promise<ApartEnd> {
  const [, program = '', ...words] = process.argv
  // In a group of its own the child gets a signal of the terminal once: from this process.
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [childVariable]: '1' },
    detached: true,
  })
  let lastTold: string | undefined
  child.on('message', (what) => {
    lastTold = String(what)
  })
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of forwarded) process.on(signal, forward)
  return new Promise<ApartEnd>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL']
      resolve({ exitCode, signal: signal ?? undefined, lastTold })
    })
  }).finally(() => {
    for (const signal of forwarded) process.off(signal, forward)
  })
}
