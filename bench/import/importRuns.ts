import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The resources that a process has used, including start and compilation. */
export interface Use {
  readonly seconds: number
  /** Processor time of all threads. */
  readonly processorSeconds: number
  /** Processor time of the thread that executes; undefined where the system does not report it. */
  readonly executingSeconds?: number
  /** Maximum megabytes. */
  readonly resident: number
  /** Megabytes after a collection, read from time to time. */
  readonly alive: readonly number[]
  /** Maximum megabytes without the pages of files; 0 where the system does not report it, as below. */
  readonly anonymous: number
  /** Bytes of write calls, and bytes that came from the disk. */
  readonly writtenBytes: number
  readonly readBytes: number
}

/** Node reads the certificates that this variable names at every start, which takes 90 ms with a usual list. */
const withoutCertificates = { NODE_EXTRA_CA_CERTS: '' }
const preload = new URL('useOfProcess.mjs', import.meta.url).href
const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

/** The checkouts to compare, with a built `dist`: another one, if BENCH_BASE names it, then this one. */
export function comparedBuilds(): readonly string[] {
  const { BENCH_BASE: base } = process.env
  const roots = base === undefined ? [ownRoot] : [base, ownRoot]
  for (const root of roots) {
    if (!existsSync(programOf(root)))
      throw new Error(`${programOf(root)} is missing: run npm run build there`)
  }
  return roots
}

const programOf = (root: string): string => join(root, 'dist/cli/main.js')

/** Imports a file into a new folder with the program of a checkout. `memoryMs` reads the memory at that interval. */
export function importFile(root: string, file: string, memoryMs = 0): Use {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-import-'))
  const useFile = join(folder, 'use.json')
  const args = [
    // V8 caches compiled code by flags, so a run that does not measure memory must have the usual ones.
    ...(memoryMs > 0 ? ['--expose-gc'] : []),
    '--import',
    preload,
    programOf(root),
    'import',
    file,
    '--data',
    join(folder, 'data'),
  ]
  try {
    execFileSync(process.execPath, args, {
      env: { ...process.env, ...withoutCertificates, USE_FILE: useFile, USE_MEMORY_MS: String(memoryMs) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return JSON.parse(readFileSync(useFile, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
