import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FolderBytes } from './folderBytes.ts'

it('adds the sizes of the files in a folder, and reads them again after five seconds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-size-'))
  let now = 0
  const size = new FolderBytes(folder, () => now)
  writeFileSync(join(folder, 'a'), new Uint8Array(1_000))
  expect(size.bytes).toBe(1_000)
  writeFileSync(join(folder, 'b'), new Uint8Array(500))
  now = 4_999
  expect(size.bytes).toBe(1_000)
  now = 5_000
  expect(size.bytes).toBe(1_500)
  rmSync(folder, { recursive: true })
})
