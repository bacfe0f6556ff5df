import fs, { mkdtempSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { asciiBytes } from '../../primitives/bytes.ts'
import { openStore } from '../openStore.ts'
import { spareBytes } from './diskSpace.ts'

const free: { bytes: number | undefined } = { bytes: undefined }
const { statfsSync } = fs
const answer = (path: string) =>
  free.bytes === undefined ? statfsSync(path) : { ...statfsSync(path), bavail: free.bytes, bsize: 1 }

beforeAll(() => {
  Object.assign(fs, { statfsSync: answer })
  syncBuiltinESMExports()
})
afterAll(() => {
  Object.assign(fs, { statfsSync })
  syncBuiltinESMExports()
})

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'cambium-space-'))
})
afterEach(() => {
  free.bytes = undefined
  rmSync(path, { recursive: true })
})

const open = () => openStore({ network: 'regtest', genesisHash: new Uint8Array(32), path })
const head = asciiBytes('head')

it('refuses to write while the disk has no room to spare, but reads, and writes again when there is room', () => {
  const store = open()
  store.write((batch) => batch.put('meta', head, Uint8Array.of(1)))
  free.bytes = spareBytes - 1
  expect(() => store.write((batch) => batch.put('meta', head, Uint8Array.of(2)))).toThrow(
    /^disk full: 16.0 MiB are left for .*: make room$/,
  )
  expect(store.get('meta', head)).toEqual(Uint8Array.of(1))
  free.bytes = spareBytes
  store.write((batch) => batch.put('meta', head, Uint8Array.of(3)))
  expect(store.get('meta', head)).toEqual(Uint8Array.of(3))
  store.close()
})

it('discards a write that does not fit on the disk', () => {
  const store = open()
  free.bytes = spareBytes + (4 << 20)
  const long = new Uint8Array(3 << 20)
  expect(() => store.write((batch) => batch.put('meta', head, long))).toThrow(/^disk full: 20.0 MiB are left/)
  expect(store.has('meta', head)).toBe(false)
  store.close()
})

it('refuses to open a folder on a full disk, and closes an open one', () => {
  const store = open()
  free.bytes = 0
  store.close()
  expect(open).toThrow(/^disk full: 0.0 MiB are left/)
})

it('allocates all blocks of the lock file, because its map must not meet a hole when the disk is full', () => {
  open().close()
  const { size, blocks } = statSync(join(path, 'lock.mdb'))
  expect(blocks * 512).toBeGreaterThanOrEqual(size)
})
