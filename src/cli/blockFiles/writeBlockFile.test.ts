import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeBlockFile } from './writeBlockFile.ts'

const header = { network: 'regtest', genesisHash: new Uint8Array(32).fill(7) }

// biome-ignore lint/correctness/useYield: the chain fails before its first block
function* failingChain(): Generator<Uint8Array> {
  throw new Error('the chain was reorganised')
}

describe('writeBlockFile', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cambium-blocks-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('leaves no file when the chain fails, not even later', async () => {
    await expect(writeBlockFile(join(folder, 'new.gz'), header, failingChain())).rejects.toThrow(
      'reorganised',
    )
    await pause(20)
    expect(readdirSync(folder)).toEqual([])
  })

  it('keeps a file that exists, although the chain fails as well', async () => {
    const path = join(folder, 'kept')
    writeFileSync(path, 'of the user')
    await expect(writeBlockFile(path, header, failingChain())).rejects.toThrow('EEXIST')
    expect(readFileSync(path, 'utf8')).toBe('of the user')
  })
})
