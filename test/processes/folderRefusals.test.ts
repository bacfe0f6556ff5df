import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { bundledProgram } from './bundledProgram.ts'
import { openChainOver, openFolder } from './chainFolder.ts'
import { folderOfEachTest } from './folderOfEachTest.ts'
import { startProcess } from './reportingProcess.ts'
import { makeData, recordingPath, shortChain } from './shortChain.ts'

/* Folders that commands refuse. */

const folder = folderOfEachTest()
let data: string
beforeEach(() => {
  data = makeData(folder.at('data'), shortChain.slice(0, 8))
})

async function run(...words: readonly string[]) {
  const notes: string[] = []
  const output: string[] = []
  const terminal = {
    print: (line: string) => void output.push(line),
    note: (line: string) => void notes.push(line),
    status: undefined,
  }
  const exitCode = await runProgram(words, { version: '1.2.3', environment: {}, terminal })
  return { exitCode, notes: notes.join('\n'), output: output.join('\n') }
}

const reader = await bundledProgram(new URL('storeReader.ts', import.meta.url))

describe('a command for an existing chain', () => {
  it.each([
    ['prune', ['--history', '5']],
    ['compact', []],
    ['verify', []],
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

  it.each([['node', '--port', '0'], ['verify'], ['compact'], ['import', recordingPath('uncles')]])(
    '%s refuses the folder of one network inside it',
    async (...words) => {
      const inner = join(data, 'regtest')
      const { exitCode, notes } = await run(...words, '--data', inner, '--network', 'regtest')
      expect([exitCode, notes]).toEqual([
        1,
        expect.stringContaining(`name the folder that holds it, --data ${data}`),
      ])
      expect(readdirSync(inner)).not.toContain('regtest')
    },
  )

  it('names the networks that the folder has', async () => {
    const { exitCode, notes } = await run('compact', '--network', 'testnet', '--data', data)
    expect(exitCode).toBe(1)
    expect(notes).toMatch(/has no chain of testnet, but of regtest: choose with --network NAME$/)
    expect(readdirSync(data)).toEqual(['regtest'])
  })

  it('says that a folder has a development chain only', async () => {
    const developed = folder.at('developed')
    mkdirSync(join(developed, 'dev'), { recursive: true })
    const { exitCode, notes } = await run('export', 'blocks', '--data', developed)
    expect(exitCode).toBe(1)
    expect(notes).toMatch(/has no chain of regtest, but a development chain, which only cambium dev opens$/)
  })

  it('reports why the store cannot read a folder', async () => {
    const file = folder.write('file', '')
    const { exitCode, notes } = await run('verify', '--data', file)
    expect({ exitCode, notes }).toEqual({ exitCode: 1, notes: expect.stringContaining('ENOTDIR') })
  })

  it('reports a chain without a block', async () => {
    openFolder(folder.at('empty', 'regtest')).close()
    const { exitCode, notes } = await run('export', folder.at('blocks'), '--data', folder.at('empty'))
    expect({ exitCode, notes }).toEqual({
      exitCode: 1,
      notes: 'cambium: the chain has no block yet: start its node first',
    })
  })
})

describe('cambium export', () => {
  it('removes the incomplete file when it is stopped', async () => {
    // Each reading of the clock shows the progress, and the first progress stops the command.
    let clock = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 1000))
    const notes: string[] = []
    const status = { columns: 80, show: () => void process.emit('SIGINT'), clear: () => {} }
    const terminal = { print: () => {}, note: (line: string) => void notes.push(line), status }
    const words = ['export', folder.at('blocks'), '--data', data]
    const exitCode = await runProgram(words, { version: '1.2.3', environment: {}, terminal })
    now.mockRestore()
    expect({ exitCode, notes }).toEqual({ exitCode: 130, notes: ['stopped; the incomplete file is removed'] })
    expect(readdirSync(folder.path)).toEqual(['data'])
  })

  it('names a damaged block and what to do', async () => {
    const store = openFolder(folder.at('data', 'regtest'))
    store.write((batch) => {
      for (const { key, value } of store.range('bodies')) batch.put('bodies', key, value.fill(7))
    })
    store.close()
    const { exitCode, notes } = await run('export', folder.at('blocks'), '--data', data)
    expect({ exitCode, notes }).toEqual({
      exitCode: 1,
      notes: expect.stringMatching(/data damaged: .*; run "cambium verify", which says what to do$/),
    })
  })
})

describe('cambium compact', () => {
  it('refuses while a process reads the folder that would continue with the old file', async () => {
    const path = join(data, 'regtest')
    const follower = startProcess(reader, path, 'follows')
    onTestFinished(() => void follower.child.kill('SIGKILL'))
    await follower.nextReport()
    expect(await run('compact', '--data', data)).toMatchObject({ exitCode: 0 })
    const stays = startProcess(reader, path)
    onTestFinished(() => void stays.child.kill('SIGKILL'))
    await stays.nextReport()
    const { ino } = statSync(join(path, 'data.mdb'))
    const { exitCode, notes } = await run('compact', '--data', data)
    expect([exitCode, notes]).toEqual([
      1,
      expect.stringContaining(
        `is being read by process ${stays.child.pid}, which would continue with the old file`,
      ),
    ])
    expect(statSync(join(path, 'data.mdb')).ino).toBe(ino)
    for (const { child, exited } of [stays, follower]) {
      child.kill('SIGKILL')
      await exited
    }
    expect(await run('compact', '--data', data)).toMatchObject({ exitCode: 0 })
  }, 60_000)
})

describe('cambium keys', () => {
  it('creates no folder for a misspelt name, except on request', async () => {
    const typo = folder.at('dat')
    for (const words of [['create', '--label', 'shop'], ['list'], ['revoke', '0f3c5a9b1d2e']]) {
      expect(await run('keys', ...words, '--data', typo)).toMatchObject({
        exitCode: 1,
        notes: expect.stringContaining(`there is no folder ${typo}: name that of the node`),
      })
    }
    expect(existsSync(typo)).toBe(false)
    expect(await run('keys', 'create', '--create', '--label', 'shop', '--data', typo)).toMatchObject({
      exitCode: 0,
    })
  })

  it('changes the limits of a key', async () => {
    const { output: key } = await run('keys', 'create', '--label', 'shop', '--rate', '5', '--data', data)
    const limit = (...words: readonly string[]) => run('keys', 'limit', key, ...words, '--data', data)
    expect((await limit('--daily-units', '1000')).output).toMatch(
      /5 units per second, 5 at once, 1,000 per day$/,
    )
    expect((await limit('--rate', 'none')).output).toMatch(/any number of units per second, 1,000 per day$/)
    expect(await limit()).toMatchObject({ exitCode: 2, notes: expect.stringContaining('which limit?') })
  })
})

describe('cambium prune', () => {
  it('reports what it has done and what it has not', async () => {
    const prune = (history: number) => run('prune', '--history', String(history), '--data', data)
    expect((await prune(50)).output).toMatch(
      /^states are kept from block 0 on\nnothing was removed: the chain ends at block \d, within the last 50$/,
    )
    expect((await prune(3)).output).toMatch(
      /^states are kept from block \d on\nthe file has not become smaller: .* cambium compact/,
    )
    expect((await prune(3)).output).toMatch(/^states are kept from block \d on\nnothing was removed$/)
  })
})

describe('cambium restore', () => {
  const head = (path: string): number => {
    const store = openFolder(join(path, 'regtest'), true)
    const { number } = openChainOver(store).head
    store.close()
    return number
  }

  it('restores chains, API keys and wallets of a backup, and keeps what is there', async () => {
    mkdirSync(join(data, 'regtest', 'keystore'))
    writeFileSync(join(data, 'regtest', 'keystore', 'account'), 'encrypted')
    expect(await run('keys', 'create', '--label', 'shop', '--data', data)).toMatchObject({ exitCode: 0 })
    const backup = folder.at('backup')
    expect(await run('backup', backup, '--data', data)).toMatchObject({ exitCode: 0 })
    const restored = folder.at('restored')
    expect(await run('restore', backup, '--data', restored)).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/regtest: restored up to block \d+\n1 API key restored$/),
    })
    expect(head(restored)).toBe(head(data))
    expect(readFileSync(join(restored, 'regtest', 'keystore', 'account'), 'utf8')).toBe('encrypted')
    expect((await run('keys', 'list', '--data', restored)).output).toContain('shop')

    expect(await run('restore', backup, '--data', restored)).toMatchObject({
      exitCode: 1,
      notes: expect.stringContaining('has a chain already: stop its node and move it away first'),
    })
    rmSync(join(restored, 'regtest'), { recursive: true })
    expect(await run('restore', backup, '--data', restored)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('has API keys already, which stay as they are'),
    })
  })

  it('refuses a folder in use, a damaged backup and what is not a backup', async () => {
    const backup = folder.at('backup')
    await run('backup', backup, '--data', data)
    const open = openFolder(folder.at('used', 'regtest'))
    expect(await run('restore', backup, '--data', folder.at('used'))).toMatchObject({
      exitCode: 1,
      notes: expect.stringContaining('is being written by this process'),
    })
    open.close()
    for (const from of [folder.at('missing'), join(backup, 'regtest')]) {
      expect(await run('restore', from, '--data', folder.at('new'))).toMatchObject({ exitCode: 1 })
    }
    const store = openFolder(join(backup, 'regtest'))
    const [body] = store.range('bodies', { reverse: true, limit: 1 })
    store.write((batch) => batch.put('bodies', body!.key, body!.value.fill(7)))
    store.close()
    expect(await run('restore', backup, '--data', folder.at('new'))).toMatchObject({
      exitCode: 1,
      notes: expect.stringMatching(/the backup of regtest has \d damaged parts?, which cambium verify/),
    })
    expect(existsSync(folder.at('new'))).toBe(false)
  })
})

describe('cambium backup', () => {
  it('refuses a target with blocks that would be lost, and takes an older copy', async () => {
    const target = makeData(folder.at('target'), shortChain.slice(0, 4))
    expect(await run('backup', target, '--data', data)).toMatchObject({ exitCode: 0 })
    const newer = makeData(folder.at('newer'), shortChain)
    const { exitCode, notes } = await run('backup', newer, '--data', target)
    expect(exitCode).toBe(1)
    expect(notes).toMatch('has blocks that the chain of --data does not have')
    expect(await run('backup', target, '--data', newer)).toMatchObject({ exitCode: 0 })
  })

  it('refuses a target inside the data folder, even through a link', async () => {
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

  it('reports why a target cannot be created', async () => {
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
