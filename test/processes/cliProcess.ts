import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A folder for one bundle of the command, set by suites whose files share it. */
const { BUNDLED_CAMBIUM: shared } = process.env
let build = ''

/** The end of a process. */
export interface Ended {
  readonly exitCode: number | null
  readonly output: string
  /** Standard error. */
  readonly notes: string
}

export interface RunOptions {
  /** A program and its arguments that start `node`. */
  readonly wrapper?: readonly string[]
  readonly userId?: number
  readonly workingFolder?: string
  /** Variables in addition to those of the test process. */
  readonly environment?: Readonly<Record<string, string>>
  /** The descriptor of a listening socket that the process gets as its descriptor 3. */
  readonly socket?: number
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

/** Bundles the command, unless another file of the suite has done so. */
export function buildCambium(): void {
  if (shared === undefined) build = bundledCambium()
  else build = sharedCambium(join(shared, 'build'))
}

function sharedCambium(folder: string): string {
  if (existsSync(folder)) return folder
  const own = bundledCambium()
  try {
    renameSync(own, folder)
  } catch {
    // Another worker has been faster.
    rmSync(own, { recursive: true })
  }
  return folder
}

/**
 * Bundles the command into a temporary folder, and returns the folder. A bundle starts several times faster than the
 * sources, and a build of `dist` at the same time does not disturb it.
 */
function bundledCambium(): string {
  const folder = mkdtempSync(join(shared ?? tmpdir(), 'cambium-build-'))
  chmodSync(folder, 0o755)
  for (const name of ['wasm', 'node_modules', 'package.json', 'docs'])
    symlinkSync(join(root, name), join(folder, name))
  const words = [join(folder, 'dist'), 'cli', 'threads', 'libraries']
  execFileSync(process.execPath, [join(root, 'scripts/bundle.mjs'), ...words])
  return folder
}

/** Adds the pages of `dist` to the bundle; false when they were not built. */
export function addPages(): boolean {
  const pages = join(root, 'dist/web')
  if (!existsSync(pages)) return false
  symlinkSync(pages, join(build, 'dist/web'))
  return true
}

export function removeBuild(): void {
  if (shared === undefined) rmSync(build, { recursive: true })
}

export function startCambium(words: readonly string[], options: RunOptions = {}): Running {
  const [command = process.execPath, ...args] = [
    ...(options.wrapper ?? []),
    process.execPath,
    join(build, 'dist/cli/main.js'),
    ...words,
  ]
  const identity = options.userId === undefined ? {} : { uid: options.userId, gid: options.userId }
  const env = { ...process.env, ...options.environment }
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', ...(options.socket === undefined ? [] : [options.socket])],
    env,
    ...(options.workingFolder !== undefined && { cwd: options.workingFolder }),
    ...identity,
  })
  const gathered = { output: '', notes: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    gathered.output += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    gathered.notes += text
  })
  const ended = once(child, 'close').then(() => ({ exitCode: child.exitCode, ...gathered }))
  return { child, ended }
}

export const cambium = (...words: readonly string[]): Promise<Ended> => startCambium(words).ended
