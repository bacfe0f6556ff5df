import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultIdleBytes } from '../../chain/preparing/preparingThread.ts'
import { threadForFiles } from './threadForFiles.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cambium-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function fileOf(bytes: number): string {
  const path = join(folder, String(bytes))
  writeFileSync(path, new Uint8Array(bytes))
  return path
}

describe('a thread for the files of an import', () => {
  it('is started when they are large together', async () => {
    const half = (defaultIdleBytes >> 1) + 1
    const worker = threadForFiles([fileOf(half), fileOf(half + 1), '--data', folder])
    expect(worker).toBeDefined()
    await worker?.terminate()
  })

  it('is not started for a few blocks', () => {
    expect(threadForFiles([fileOf(defaultIdleBytes)])).toBeUndefined()
  })

  it('is not started for words that are no files', () => {
    const file = fileOf(defaultIdleBytes)
    expect(threadForFiles([join(file, 'below'), join(folder, 'missing'), folder, '\0'])).toBeUndefined()
  })
})
