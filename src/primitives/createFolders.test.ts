import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolders } from './createFolders.ts'

describe('createFolders', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cambium-folders-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('creates the missing folders with the given permissions', () => {
    createFolders(join(root, 'a', 'b', 'c'), 0o700)
    expect(statSync(join(root, 'a', 'b', 'c')).mode & 0o777).toBe(0o700)
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700)
  })

  it('leaves a folder that exists as it is', () => {
    createFolders(join(root, 'a'), 0o700)
    createFolders(join(root, 'a'), 0o755)
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700)
  })

  it('refuses a path that leads to or through a file', () => {
    writeFileSync(join(root, 'file'), '')
    expect(() => createFolders(join(root, 'file'))).toThrow(/EEXIST/)
    expect(() => createFolders(join(root, 'file', 'a'))).toThrow(/ENOTDIR/)
  })

  it.runIf(process.platform === 'linux')('ends where the file system accepts no new folder', () => {
    expect(() => createFolders('/proc/cambium/data')).toThrow(/ENOENT/)
  })
})
