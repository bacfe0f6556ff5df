import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { openFolder } from './chainFolder.ts'
import { makeData } from './shortChain.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

/* Folders that commands refuse. */

let folder: TemporaryFolder
let data: string
beforeEach(() => {
  folder = new TemporaryFolder()
  data = makeData(folder.at('data'))
})
afterEach(() => folder.remove())

async function run(...words: readonly string[]) {
  const notes: string[] = []
  const terminal = { print: () => {}, note: (line: string) => void notes.push(line), status: undefined }
  const exitCode = await runProgram(words, { version: '1.2.3', environment: {}, terminal })
  return { exitCode, notes: notes.join('\n') }
}

describe('a command for an existing chain', () => {
  it.each([
    ['prune', ['--history', '5']],
    ['compact', []],
    ['verify', []],
    ['verify', ['--repair']],
    ['export', ['blocks']],
  ])('%s %s refuses a folder without it, and does not create one', async (name, words) => {
    const missing = folder.at('missing')
    const result = await run(name, ...words, '--data', missing)
    expect(result).toMatchObject({
      exitCode: 1,
      notes: expect.stringContaining('has no chain of regtest: name'),
    })
    expect(readdirSync(folder.path)).toEqual(['data'])
  })

  it('names the networks that the folder has', async () => {
    const { exitCode, notes } = await run('compact', '--network', 'testnet', '--data', data)
    expect(exitCode).toBe(1)
    expect(notes).toMatch(/has no chain of testnet, but of regtest: choose with --network NAME$/)
    expect(readdirSync(data)).toEqual(['regtest'])
  })

  it('says so when the chain has no block yet', async () => {
    openFolder(folder.at('empty', 'regtest')).close()
    const { exitCode, notes } = await run('export', folder.at('blocks'), '--data', folder.at('empty'))
    expect({ exitCode, notes }).toEqual({
      exitCode: 1,
      notes: 'cambium: the chain has no block yet: start its node first',
    })
  })
})

describe('cambium backup', () => {
  it('refuses a target inside the data folder, also through a link', async () => {
    symlinkSync(data, folder.at('link'))
    mkdirSync(folder.at('other'))
    symlinkSync(join(data, 'regtest'), folder.at('other', 'regtest'))
    const cases: readonly (readonly [string, string])[] = [
      [data, 'is the data folder itself'],
      [folder.at('other'), 'is the data folder itself'],
      [join(data, 'copy'), 'is inside the data folder'],
      [join(data, 'regtest'), 'is inside the data folder'],
      [folder.at('link', 'a', 'b'), 'is inside the data folder'],
    ]
    for (const [target, message] of cases) {
      const { exitCode, notes } = await run('backup', target, '--data', data)
      expect({ exitCode, notes }).toEqual({ exitCode: 1, notes: expect.stringContaining(message) })
    }
    expect(readdirSync(data)).toEqual(['regtest'])
  })

  it('says why a target cannot be created', async () => {
    writeFileSync(folder.at('file'), '')
    for (const target of [folder.at('file'), folder.at('file', 'below')]) {
      const { exitCode, notes } = await run('backup', target, '--data', data)
      expect({ exitCode, notes }).toEqual({
        exitCode: 1,
        notes: expect.stringMatching(/file.* cannot be created: E(EXIST|NOTDIR)/),
      })
    }
  })
})
