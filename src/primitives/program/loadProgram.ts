import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInThisContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { type CompiledFile, compileWithCache, usualPurpose } from './codeCache.ts'

/*
 * Loads the one bundle of the package, which holds the command line, the library and the programs of the threads. Half of
 * its loading would be compiling, so the code is kept (codeCache.ts) beside it or, if that folder cannot be written, in
 * the user's folder of caches.
 */

/** The entry points of the bundle; each is evaluated when it is asked for. */
type Program = Readonly<Record<string, () => unknown>>

/** Late enough to keep the functions of a usual start as well. */
const keepAfterMs = 1_500

let loaded: Program | undefined
let compiled: CompiledFile | undefined
/** Programs of one purpose use the same functions. */
let purpose = usualPurpose
let library = false

/** Imports a package for the bundle, which cannot do it where its code is kept. */
export const importModule = (name: string): Promise<unknown> => import(name)

/** Names what the program of this thread is loaded for, before it is loaded. */
export function loadFor(name: string): void {
  purpose = name
}

/** Whether the program of a user has loaded the bundle as a library in this thread. */
export const isLibrary = (): boolean => library

export function load(entryPoint: string): unknown {
  if (entryPoint === 'src/index.ts') library = true
  loaded ??= loadProgram()
  return loaded[entryPoint]?.()
}

/** Whether this thread could use code of a program that has worked; also when it cannot be kept. */
export const lacksLateCode = (): boolean => compiled !== undefined && compiled.used !== 'late'

/** Keeps the code of a program that has worked, unless code of such a moment is in use. */
export function keepLateCode(): void {
  if (lacksLateCode()) compiled?.keep('late')
}

function loadProgram(): Program {
  const path = fileURLToPath(new URL('program.cjs', import.meta.url))
  const require = createRequire(path)
  compiled = mayUseCache() ? tryCompile(path) : undefined
  if (compiled === undefined) return require(path)
  const module = { exports: {} }
  compiled.script.runInThisContext()(module.exports, require, module, path, dirname(path))
  if (compiled.used === undefined && isMainThread) setTimeout(compiled.keep, keepAfterMs, 'early').unref()
  return module.exports
}

function tryCompile(path: string): CompiledFile | undefined {
  try {
    return compileWithCache(path, [join(dirname(path), '../.cache'), userFolder()], purpose)
  } catch {
    return undefined
  }
}

/**
 * Node maps stacks to sources, and measures coverage, of modules that it compiled itself. Test runners such as Jest run
 * modules in a context of their own, whose `Uint8Array` and `Error` are others.
 */
const mayUseCache = (): boolean =>
  process.env['NODE_DISABLE_COMPILE_CACHE'] === undefined &&
  process.env['NODE_V8_COVERAGE'] === undefined &&
  process.sourceMapsEnabled !== true &&
  runInThisContext('Uint8Array') === Uint8Array

const userFolder = (): string => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'cambium')
