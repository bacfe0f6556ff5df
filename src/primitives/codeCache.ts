import { createHash } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { constants, Script } from 'node:vm'
import { createFolders } from './createFolders.ts'

/*
 * Keeps the code that V8 made of a file, so that later processes do not compile it again. V8 itself compares no more than
 * the length of the source with kept code, so a digest of the source and the code stands before it: code of another
 * version of the file, and damaged code, is not used.
 */

const digestLength = 32
/** The code of a program is about as long as its source. */
const maximumBytes = 64 * 2 ** 20
const writableByOthers = 0o022

/** The parameters are those with which Node runs a CommonJS module. */
const wrapperStart = '(function (exports, require, module, __filename, __dirname) { '
const wrapperEnd = '\n})'

export interface CompiledFile {
  /** Its value is the function of the module. */
  readonly script: Script
  /** Keeps the code that exists by then; undefined when kept code was used. Failures are ignored. */
  readonly keep: (() => void) | undefined
}

/** Compiles a CommonJS file of ASCII text with the code in one of the folders, of which the first is written to if possible. */
export function compileWithCache(path: string, folders: readonly string[]): CompiledFile {
  const source = readFileSync(path)
  const fileName = `${process.version}-${process.arch}-${cachedDataVersionTag().toString(16)}.bin`
  const cachedData = keptCode(source, path, folders, fileName)
  const script = new Script(`${wrapperStart}${source.toString('latin1')}${wrapperEnd}`, {
    filename: path,
    columnOffset: -wrapperStart.length,
    ...(cachedData && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const isUsed = cachedData !== undefined && script.cachedDataRejected === false
  return { script, keep: isUsed ? undefined : () => keepCode(script, source, folders, fileName) }
}

function keptCode(
  source: Uint8Array,
  path: string,
  folders: readonly string[],
  fileName: string,
): Buffer | undefined {
  for (const folder of folders) {
    const kept = readTrusted(join(folder, fileName), path)
    if (kept === undefined) continue
    const code = kept.subarray(digestLength)
    if (digestOf(source, code).equals(kept.subarray(0, digestLength))) return code
  }
  return undefined
}

/** The file, unless a user could have written it who can neither change the program nor act as this user. */
function readTrusted(path: string, program: string): Buffer | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const { uid, mode, size } = fstatSync(file)
    if (size > maximumBytes) return undefined
    const user = process.getuid?.()
    const isTrusted =
      user === undefined ||
      ((uid === user || uid === statSync(program).uid) && (mode & writableByOthers) === 0)
    return isTrusted ? readFileSync(file) : undefined
  } catch {
    return undefined
  } finally {
    closeSync(file)
  }
}

function keepCode(script: Script, source: Uint8Array, folders: readonly string[], fileName: string): void {
  const code = script.createCachedData()
  const content = Buffer.concat([digestOf(source, code), code])
  folders.some((folder) => tryWrite(join(folder, fileName), content))
}

/** Another process sees the file whole or not at all. */
function tryWrite(path: string, content: Uint8Array): boolean {
  const unfinished = `${path}.${process.pid}`
  try {
    createFolders(dirname(path), 0o755)
    writeFileSync(unfinished, content, { mode: 0o644 })
    renameSync(unfinished, path)
    return true
  } catch {
    removeUnfinished(unfinished)
    return false
  }
}

function removeUnfinished(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The folder is not one, or cannot be written.
  }
}

const digestOf = (source: Uint8Array, code: Uint8Array): Buffer =>
  createHash('sha256').update(source).update(code).digest()
