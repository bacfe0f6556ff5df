import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from 'lmdb'
import { expect, it, vi } from 'vitest'
import { LmdbEngine, rawBytes } from './lmdbEngine.ts'

it.each([
  'MDB_CORRUPTED: Located page was wrong type',
  'MDB_BAD_TXN: Transaction must abort: Invalid dupdata flag with no mc_xcursor',
])('says what to do about a damaged page: %s', (problem) => {
  const path = mkdtempSync(join(tmpdir(), 'cambium-page-'))
  const root = open<Uint8Array, Uint8Array>({ ...rawBytes, path, noSubdir: false, maxDbs: 2 })
  const trie = root.openDB<Uint8Array, Uint8Array>('trie', rawBytes)
  vi.spyOn(trie, 'getBinaryFast').mockImplementation(() => {
    throw new Error(problem)
  })
  const tables = new Map([['trie', trie] as const])
  const engine = new LmdbEngine({
    path,
    file: { root, tables },
    readOnly: true,
    checkClaim: () => {},
    checkSpace: () => {},
    release: () => {},
  })
  expect(() => engine.get('trie', Uint8Array.of(1))).toThrow(
    /MDB_.*; the file is damaged: check the disk, then restore a backup/,
  )
  engine.close()
  rmSync(path, { recursive: true })
})
