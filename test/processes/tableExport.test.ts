import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parquetReadObjects } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import { putChainStart } from '../../src/chain/storage/chainStart.ts'
import { runProgram } from '../../src/cli/program.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { type Row, rowsOfAnswers } from '../support/rowsOfAnswers.ts'
import { openFolder } from './chainFolder.ts'
import { startCambium } from './cliProcess.ts'
import { withBuild } from './longRun.ts'
import { startNode, stop } from './nodeProcess.ts'
import { makeData, shortChain, shortHead } from './shortChain.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/chains/${name}`, import.meta.url))

const everyTable = 'blocks,transactions,receipts,logs,traces'
/** A part of the chain that has transactions of every type. */
const last = 90
/** Files of text have the same rows as those of Parquet, so fewer blocks are enough. */
const lastOfTexts = '45'
const tableNames = everyTable.split(',')

const folder = withBuild()

/** Runs a command within this process, which takes less time than a process of its own. */
async function run(...words: readonly string[]) {
  const texts = { output: '', notes: '' }
  const exitCode = await runProgram(words, {
    version: '1.2.3',
    environment: {},
    terminal: {
      print(line) {
        texts.output += `${line}\n`
      },
      note(line) {
        texts.notes += `${line}\n`
      },
      status: undefined,
    },
  })
  return { exitCode, ...texts }
}

const filesOf = (out: string, table: string, format: string): string[] =>
  readdirSync(out)
    .filter((name) => name.startsWith(`regtest__${table}__`) && name.endsWith(`.${format}`))
    .sort()

/** The rows of a table's files, with the values that JSON has for them. */
async function rowsIn(out: string, table: string, format: string): Promise<unknown[]> {
  const contents = filesOf(out, table, format).map((name) => readFileSync(join(out, name)))
  const rows = await Promise.all(contents.map(readers[format]!))
  return rows.flat()
}

const linesOf = (content: Buffer): string[] => content.toString().trimEnd().split('\n')

const readers: Readonly<Record<string, (content: Buffer) => unknown[] | Promise<unknown[]>>> = {
  jsonl: (content) => (content.length === 0 ? [] : linesOf(content).map((line) => JSON.parse(line))),
  csv: (content) => linesOf(content).slice(1),
  async parquet(content) {
    const file = new Uint8Array(content).buffer
    const rows = await parquetReadObjects({ file, utf8: false })
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)])),
    )
  },
}

const plainValue = (value: unknown): unknown =>
  value instanceof Uint8Array ? toHex(value) : typeof value === 'bigint' ? Number(value) : value

/** In the order of the table's columns. */
const csvLine = (row: Row, names: readonly string[]): string =>
  names.map((name) => csvField(row[name] ?? null)).join(',')

function csvField(value: Row[string]): string {
  if (value === null) return ''
  const text = String(value)
  return text === '' || text.includes(',') ? `"${text}"` : text
}

describe('cambium export --out', () => {
  it('writes the values that a node over the folder answers, in every format', async () => {
    const schedule = ['--upgrades', fixture('typed-a.activations.json')]
    const data = ['--data', folder.at('typed'), '--network', 'regtest', ...schedule]
    const imported = await run('import', fixture('typed-a.jsonl.gz'), ...data)
    expect(imported).toMatchObject({ exitCode: 0 })
    const { running, announced } = await startNode(...data)
    const out = folder.at('typed-files')
    const words = ['export', '--out', out, '--table', everyTable, '--chunk', '40', ...data]
    const exported = await run(...words, '--to', `${last}`)
    expect(exported).toMatchObject({ exitCode: 0 })
    expect(exported.output).toMatch(new RegExp(`^15 files with .* \\(blocks 0 to ${last}\\) written to`))
    for (const format of ['csv', 'jsonl']) {
      expect(await run(...words, '--to', lastOfTexts, '--format', format)).toMatchObject({ exitCode: 0 })
    }
    const expected = await rowsOfAnswers(announced.networks[0]!.url, last)
    await stop(running)
    for (const table of tableNames) {
      expect(expected[table]!.length).toBeGreaterThan(last)
      expect(await rowsIn(out, table, 'parquet')).toEqual(expected[table])
      const some = expected[table]!.filter(({ block_number }) => Number(block_number) <= Number(lastOfTexts))
      const lines = await rowsIn(out, table, 'jsonl')
      expect(lines).toEqual(some)
      const names = Object.keys(Object(lines[0]))
      expect(await rowsIn(out, table, 'csv')).toEqual(some.map((row) => csvLine(row, names)))
    }
    const types = new Set(expected['transactions']!.map((row) => row['transaction_type']))
    expect([...types].sort()).toEqual(expect.arrayContaining([0, 1, 2, 4]))
  }, 240_000)

  it('continues after it was killed, without a file that is incomplete', async () => {
    const data = ['--data', folder.at('typed'), '--upgrades', fixture('typed-a.activations.json')]
    const out = folder.at('killed')
    const words = [
      'export',
      '--out',
      out,
      '--table',
      everyTable,
      '--chunk',
      '5',
      '--format',
      'jsonl',
      '--to',
      lastOfTexts,
      ...data,
    ]
    const { child, ended } = startCambium(words)
    // Wait until some files are finished and others are not.
    while (!existsSync(out) || filesOf(out, 'blocks', 'jsonl').length < 3) await setTimeout(2)
    child.kill('SIGKILL')
    await ended
    const finished = filesOf(out, 'blocks', 'jsonl')
    expect(finished.length).toBeLessThan(10)
    const again = await run(...words)
    expect(again).toMatchObject({ exitCode: 0 })
    expect(again.output).toMatch(/; \d+ files finished before$/m)
    expect(readdirSync(out).filter((name) => name.endsWith('.incomplete'))).toEqual([])
    for (const table of tableNames) {
      expect(await rowsIn(out, table, 'jsonl')).toEqual(
        await rowsIn(folder.at('typed-files'), table, 'jsonl'),
      )
    }
  }, 240_000)

  it('replaces the file of a chunk that has grown, and files whose blocks were reorganised', async () => {
    // The seventh block has the height of the sixth and takes its place.
    const data = makeData(folder.at('reorganised'), shortChain.slice(0, 6))
    const out = folder.at('reorganised-files')
    const words = ['export', '--out', out, '--format', 'jsonl', '--table', 'blocks', '--data', data]
    expect(await run(...words, '--to', '2')).toMatchObject({ exitCode: 0 })
    expect(filesOf(out, 'blocks', 'jsonl')).toEqual(['regtest__blocks__00000000_to_00000002.jsonl'])
    expect(await run(...words, '--from', '4')).toMatchObject({ exitCode: 0 })
    expect(filesOf(out, 'blocks', 'jsonl')).toEqual(['regtest__blocks__00000000_to_00000006.jsonl'])
    const hashes = async (): Promise<unknown[]> =>
      (await rowsIn(out, 'blocks', 'jsonl')).map((row) => Object(row).block_hash).slice(1)
    expect(await hashes()).toEqual(shortChain.slice(0, 6).map(({ hash }) => hash))

    makeData(data, shortChain.slice(0, 7))
    expect(await run(...words)).toMatchObject({ exitCode: 0 })
    const best = [...shortChain.slice(0, 5), shortChain[6]!]
    expect(await hashes()).toEqual(best.map(({ hash }) => hash))
  }, 120_000)

  it('refuses blocks that are not stored, and names the first that is', async () => {
    const data = makeData(folder.at('pruned'))
    expect(await run('prune', '--history', '5', '--data', data)).toMatchObject({ exitCode: 0 })
    const words = ['export', '--out', folder.at('pruned-files'), '--data', data]
    const head = shortHead.number
    const traces = await run(...words, '--table', 'blocks,traces')
    expect(traces).toMatchObject({ exitCode: 1 })
    expect(traces.notes).toContain(
      `the table traces cannot be written from block 1 on: the states of blocks before ${head - 4} are pruned; ` +
        `its first block is ${head - 3}: add --from ${head - 3}`,
    )
    expect(await run(...words, '--table', 'traces', '--from', `${head - 3}`)).toMatchObject({
      exitCode: 0,
    })
    expect(await run(...words)).toMatchObject({ exitCode: 0 })

    const store = openFolder(join(data, regtest.name))
    store.write((batch) => putChainStart(batch, { number: 10, lowest: 4 }))
    store.close()
    const snapshot = ['export', '--out', folder.at('snapshot-files'), '--data', data]
    const [blocks, logs] = await Promise.all([
      run(...snapshot, '--table', 'blocks'),
      run(...snapshot, '--table', 'logs', '--from', '4'),
    ])
    expect(blocks.notes).toMatch(/blocks cannot be written from block 1 on: .* block 10; .* add --from 4\n/)
    expect(logs.notes).toMatch(/logs cannot be written from block 4 on: .* block 10; .* add --from 11\n/)
  }, 120_000)

  it('follows no links in its folder', async () => {
    const data = makeData(folder.at('linked'))
    const out = folder.at('links')
    mkdirSync(out)
    const other = folder.at('file-behind')
    writeFileSync(other, '')
    const name = 'regtest__finished.log'
    symlinkSync(other, join(out, name))
    const { exitCode, notes } = await run('export', '--data', data, '--out', out)
    expect(notes).toMatch(/ is a link, which is not followed: remove it/)
    expect(exitCode).not.toBe(0)
    expect([readFileSync(other, 'utf8'), readdirSync(out)]).toEqual(['', [name]])
  }, 120_000)

  it('rejects ranges without blocks, and folders with other files', async () => {
    const data = makeData(folder.at('short'))
    const out = folder.at('short-files')
    const refused = async (problem: RegExp, ...words: readonly string[]): Promise<void> => {
      const { exitCode, notes } = await run('export', '--data', data, ...words)
      expect(notes).toMatch(problem)
      expect(exitCode).not.toBe(0)
    }
    await refused(/there is no block 9999: the head is block \d+/, '--out', out, '--to', '9999')
    await refused(/--from 5 lies after --to 4/, '--out', out, '--from', '5', '--to', '4')
    expect(existsSync(out)).toBe(false)
    await run('export', '--data', data, '--out', out)
    await refused(/has files of 1000 blocks: add --chunk 1000/, '--out', out, '--chunk', '10')
    writeFileSync(join(out, 'regtest__traces__00000000_to_00000999.parquet'), '')
    await refused(/traces__.* is not of an export of cambium: remove it/, '--out', out)
    await refused(
      /finished\.log cannot be used for the files: EEXIST/,
      '--out',
      join(out, 'regtest__finished.log'),
    )
  }, 120_000)
})
