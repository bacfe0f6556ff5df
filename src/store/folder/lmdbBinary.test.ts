import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadLmdbBinary, usualBinary } from './lmdbBinary.ts'

const require = createRequire(import.meta.url)
const entry = require.resolve('lmdb')
const lmdbFolder = join(dirname(entry), '..')
const finder = createRequire(entry)('node-gyp-build-optional-packages')

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the binary of lmdb', () => {
  it('is the one that lmdb finds itself, if it is found sooner', () => {
    expect([undefined, finder.resolve(lmdbFolder)]).toContain(usualBinary(lmdbFolder))
    expect(loadLmdbBinary()).toBe(finder(lmdbFolder))
  })

  it('is left to lmdb where a variable chooses one, and where npm has installed none', () => {
    vi.stubEnv('LIBC', 'musl')
    expect(usualBinary(lmdbFolder)).toBeUndefined()
    vi.unstubAllEnvs()
    expect(usualBinary('/')).toBeUndefined()
  })
})
