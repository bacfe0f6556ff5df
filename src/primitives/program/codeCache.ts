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
import { createFolders } from '../createFolders.ts'

/*
 * Keeps the code that V8 made of a file, so that later processes do not compile it again. V8 itself compares no more than
 * the length of the source with kept code, so a digest of the source and the code stands before it: code of another
 * version of the file, and damaged code, is not used.
 */

const digestLength = 32
/** Tells whether the code was kept late; eight bytes, because V8 copies code that is not aligned. */
const markLength = 8
const headLength = digestLength + markLength
/** The code of a program is about as long as its source. */
const maximumBytes = 64 * 2 ** 20
const writableByOthers = 0o022

/** The parameters are those with which Node runs a CommonJS module. */
const wrapperStart = '(function (exports, require, module, __filename, __dirname) { '
const wrapperEnd = '\n})'

export interface CompiledFile {
  /** Its value is the function of the module. */
  readonly script: Script
  /** The kept code that was used; undefined when there was none. */
  readonly used: KeptMoment | undefined
  /** Keeps the code that exists now. Failures are ignored. */
  keep(moment: KeptMoment): void
}

interface KeptCode {
  readonly code: Buffer
  readonly moment: KeptMoment
}

/** When code was kept: `late` code has the functions of a program that has worked, and replaces `early` code. */
export type KeptMoment = 'early' | 'late'

/** The purpose of processes and threads without code of their own. */
export const usualPurpose = 'usual'

/**
 * Compiles a CommonJS file of ASCII text with the code in one of the folders, of which the first is written to if possible.
 * Code is kept for each purpose; until there is some, the usual code is used.
 */
export function compileWithCache(
  path: string,
  folders: readonly string[],
  purpose = usualPurpose,
): CompiledFile {
  const source = readFileSync(path)
  const tag = cachedDataVersionTag()
  const fileName = fileNameFor(purpose)
  const kept =
    keptCode(source, path, folders, fileName) ??
    (purpose === usualPurpose ? undefined : usualCode(source, path, folders))
  const script = new Script(`${wrapperStart}${source.toString('latin1')}${wrapperEnd}`, {
    filename: path,
    columnOffset: -wrapperStart.length,
    ...(kept && { cachedData: kept.code }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return {
    script,
    used: script.cachedDataRejected === false ? kept?.moment : undefined,
    keep(moment) {
      // V8 writes its present flags into the code, and would not use it with those of a start.
      if (cachedDataVersionTag() === tag) keepCode(script, moment, source, folders, fileName)
    },
  }
}

function fileNameFor(purpose: string): string {
  const version = `${process.version}-${process.arch}-${cachedDataVersionTag().toString(16)}`
  return purpose === usualPurpose ? `${version}.bin` : `${version}-${purpose}.bin`
}

/** Late code of other purposes lacks functions of this one, so it is to be replaced as early code is. */
function usualCode(source: Uint8Array, path: string, folders: readonly string[]): KeptCode | undefined {
  const kept = keptCode(source, path, folders, fileNameFor(usualPurpose))
  return kept && { code: kept.code, moment: 'early' }
}

function keptCode(
  source: Uint8Array,
  path: string,
  folders: readonly string[],
  fileName: string,
): KeptCode | undefined {
  for (const folder of folders) {
    const kept = readTrusted(join(folder, fileName), path)
    if (kept === undefined || kept.length < headLength) continue
    const marked = kept.subarray(digestLength)
    if (!digestOf(source, marked).equals(kept.subarray(0, digestLength))) continue
    return { code: marked.subarray(markLength), moment: marked[0] === 1 ? 'late' : 'early' }
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

function keepCode(
  script: Script,
  moment: KeptMoment,
  source: Uint8Array,
  folders: readonly string[],
  fileName: string,
): void {
  const mark = Buffer.alloc(markLength, moment === 'late' ? 1 : 0)
  const marked = Buffer.concat([mark, script.createCachedData()])
  const content = Buffer.concat([digestOf(source, marked), marked])
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

const digestOf = (source: Uint8Array, marked: Uint8Array): Buffer =>
  createHash('sha256').update(source).update(marked).digest()
