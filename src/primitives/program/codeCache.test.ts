import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileWithCache } from './codeCache.ts'

let folder: string
let program: string
let cache: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cambium-code-'))
  program = join(folder, 'program.cjs')
  cache = join(folder, 'cache')
  writeFileSync(program, 'exports.answer = () => 41 + 1')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the program; tells its answer and whether kept code was used. */
const run = (...folders: readonly string[]) => runFor(undefined, ...folders)

function runFor(purpose: string | undefined, ...folders: readonly string[]) {
  const { script, used, keep } = compileWithCache(program, folders, purpose)
  const exports: { answer?: () => number } = {}
  script.runInThisContext()(exports)
  const answer = exports.answer?.()
  return {
    answer,
    used,
    isFromCache: used !== undefined,
    keep: () => keep('early'),
    keepLate: () => keep('late'),
  }
}

const cacheFile = (): string => join(cache, readdirSync(cache)[0]!)

describe('kept code', () => {
  it('is used by later processes', () => {
    const first = run(cache)
    expect(first).toMatchObject({ answer: 42, isFromCache: false })
    first.keep()
    expect(run(cache)).toMatchObject({ answer: 42, isFromCache: true })
  })

  it('tells when it was kept', () => {
    run(cache).keep()
    const second = run(cache)
    expect(second.used).toBe('early')
    second.keepLate()
    expect(run(cache)).toMatchObject({ answer: 42, used: 'late' })
  })

  it('of another purpose stays beside the usual one, which is used until then', () => {
    run(cache).keepLate()
    const first = runFor('import', cache)
    expect(first).toMatchObject({ answer: 42, used: 'early' })
    first.keepLate()
    expect(readdirSync(cache)).toHaveLength(2)
    expect(runFor('import', cache).used).toBe('late')
    rmSync(join(cache, readdirSync(cache).find((name) => name.endsWith('-import.bin'))!))
    expect(run(cache).used).toBe('late')
  })

  it('is not kept while V8 has other flags, with which later processes could not use it', () => {
    const compiled = run(cache)
    setFlagsFromString('--max-inlined-bytecode-size-cumulative=300')
    try {
      compiled.keep()
    } finally {
      setFlagsFromString('--max-inlined-bytecode-size-cumulative=920')
    }
    expect(run(cache).isFromCache).toBe(false)
    compiled.keep()
    expect(run(cache).isFromCache).toBe(true)
  })

  it('is not used for another program of the same length', () => {
    run(cache).keep()
    writeFileSync(program, 'exports.answer = () => 41 + 2')
    const changed = run(cache)
    expect(changed).toMatchObject({ answer: 43, isFromCache: false })
    changed.keep()
    expect(run(cache)).toMatchObject({ answer: 43, isFromCache: true })
  })

  it.each([
    ['a changed byte', (bytes: Buffer) => bytes.fill(bytes.at(-9)! ^ 1, bytes.length - 9, bytes.length - 8)],
    ['a missing end', (bytes: Buffer) => bytes.subarray(0, -20)],
    ['nothing in it', () => Buffer.alloc(0)],
  ])('is not used with %s', (_, damage) => {
    run(cache).keep()
    writeFileSync(cacheFile(), damage(readFileSync(cacheFile())))
    expect(run(cache)).toMatchObject({ answer: 42, isFromCache: false })
  })

  it.skipIf(process.getuid === undefined)('is not used when other users can write it', () => {
    run(cache).keep()
    chmodSync(cacheFile(), 0o666)
    expect(run(cache)).toMatchObject({ answer: 42, isFromCache: false })
  })

  it('goes to the next folder when one cannot be written', () => {
    const taken = join(folder, 'taken')
    writeFileSync(taken, 'a file, not a folder')
    run(taken, cache).keep()
    expect(run(taken, cache).isFromCache).toBe(true)
  })

  it('is left out when no folder can be written', () => {
    const taken = join(folder, 'taken')
    writeFileSync(taken, '')
    run(taken).keep()
    expect(run(taken)).toMatchObject({ answer: 42, isFromCache: false })
  })

  it('leaves no unfinished files', () => {
    mkdirSync(cache)
    run(cache).keep()
    expect(readdirSync(cache)).toHaveLength(1)
  })
})

describe('compiled files', () => {
  it('have the places of the file in their stacks', () => {
    writeFileSync(program, 'exports.answer = () => { throw new Error() }')
    const { script } = compileWithCache(program, [])
    const exports: { answer?: () => void } = {}
    script.runInThisContext()(exports)
    let stack = ''
    try {
      exports.answer?.()
    } catch (error) {
      stack = error instanceof Error ? (error.stack ?? '') : ''
    }
    expect(stack).toContain(`${program}:1:32`)
  })
})
