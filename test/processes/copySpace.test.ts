import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { copyBytes, requireCopySpace } from '../../src/cli/dataFolder/copySpace.ts'
import { runProgram } from '../../src/cli/program.ts'
import { spareBytes } from '../../src/store/folder/diskSpace.ts'
import { openFolder } from './chainFolder.ts'
import { folderOfEachTest } from './folderOfEachTest.ts'
import { makeData } from './shortChain.ts'

const free: { bytes: number | undefined } = { bytes: undefined }
const { statfsSync } = fs
const answer = (path: string) =>
  free.bytes === undefined ? statfsSync(path) : { ...statfsSync(path), bavail: free.bytes, bsize: 1 }

const folder = folderOfEachTest()
beforeAll(() => {
  Object.assign(fs, { statfsSync: answer })
  syncBuiltinESMExports()
})
afterAll(() => {
  Object.assign(fs, { statfsSync })
  syncBuiltinESMExports()
})
afterEach(() => {
  free.bytes = undefined
})

async function run(...words: readonly string[]) {
  const lines: string[] = []
  const say = (line: string): void => void lines.push(line)
  const terminal = { print: say, note: say, status: undefined }
  const exitCode = await runProgram(words, { version: '1.2.3', environment: {}, terminal })
  return { exitCode, text: lines.join('\n') }
}

const said = /needs up to \d.* [kM]B, and its disk has \d.* [kMGT]B free/

describe('a command that copies a chain', () => {
  it('says before it begins how much room it needs, and refuses a disk with less', async () => {
    const data = makeData(folder.at('data'))
    const [backup, other] = [folder.at('backup'), folder.at('deep', 'other')]
    const commands = [
      ['backup', backup, '--data', data],
      ['restore', backup, '--data', other],
      ['compact', '--data', data],
    ]
    for (const words of commands) {
      // As much as a store needs to be opened.
      free.bytes = spareBytes + 1000
      expect(await run(...words)).toEqual({
        exitCode: 1,
        text: expect.stringMatching(
          new RegExp(`${said.source}: make room, then run the same command again$`),
        ),
      })
      free.bytes = undefined
      expect(await run(...words)).toEqual({ exitCode: 0, text: expect.stringMatching(said) })
    }
    // The copy is complete, so little is missing.
    free.bytes = spareBytes + 1000
    expect(await run('backup', backup, '--data', data)).toMatchObject({ exitCode: 0 })
  }, 60_000)

  it('needs the pages of the tables, less those that the folder has', () => {
    const path = `${makeData(folder.at('data'))}/regtest`
    const source = openFolder(path)
    const needed = copyBytes(source, folder.at('none'))
    expect(needed).toBeGreaterThan(50_000)
    expect(needed).toBeLessThanOrEqual(fs.statSync(`${path}/data.mdb`).size)
    expect(copyBytes(source, path)).toBe(0)
    source.close()
  })

  it('begins with exactly enough room, and where the system does not report it', () => {
    const notes: string[] = []
    const terminal = { print: () => {}, note: (line: string) => void notes.push(line), status: undefined }
    const asked: string[] = []
    const freeBytes = (bytes: number | undefined) => (path: string) => {
      asked.push(path)
      return bytes
    }
    const copied = 5_000_000
    const absent = folder.at('a', 'b')
    requireCopySpace(absent, copied, terminal, freeBytes(copied + spareBytes))
    requireCopySpace(absent, copied, terminal, freeBytes(undefined))
    expect(() => requireCopySpace(absent, copied, terminal, freeBytes(copied + spareBytes - 1))).toThrow(
      /needs up to 21.8 MB, and its disk has 21.8 MB free: make room/,
    )
    expect(notes).toHaveLength(1)
    expect(new Set(asked)).toEqual(new Set([folder.path]))
  })
})
