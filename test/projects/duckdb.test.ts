import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { textOf } from '../documents/documents.ts'
import { snippetsOf } from '../documents/snippets.ts'
import { buildCambium, cambium, removeBuild } from '../processes/cliProcess.ts'
import { startNode, stop } from '../processes/nodeProcess.ts'
import { makeData } from '../processes/shortChain.ts'
import { TemporaryFolder } from '../processes/temporaryFolder.ts'
import { type Row, rowsOfAnswers } from '../support/rowsOfAnswers.ts'
import { type InstalledProject, installProject } from './installedProject.ts'

const tables = ['blocks', 'transactions', 'receipts', 'logs', 'traces']

describe('DuckDB', () => {
  const folder = new TemporaryFolder()
  let project: InstalledProject
  let expected: Readonly<Record<string, Row[]>>
  beforeAll(async () => {
    buildCambium()
    project = await installProject('duckdb')
    const data = makeData(folder.at('data'), recordedBlocks('contracts'))
    const { running, announced } = await startNode('--network', 'regtest', '--data', data)
    const words = ['--out', folder.at('files'), '--table', tables.join(','), '--chunk', '50', '--data', data]
    const exported = await cambium('export', ...words)
    expect(exported).toMatchObject({ exitCode: 0 })
    const head = Number(/^last (\d+) /m.exec(exported.output)?.[1])
    expected = await rowsOfAnswers(announced.networks[0]!.url, head)
    await stop(running)
  })
  afterAll(() => {
    removeBuild()
    project?.remove()
    folder.remove()
  })

  it.each(tables)('reads the %s of exported Parquet files as the RPC answers them', async (table) => {
    const output = await project.runScript('rows.js', folder.at('files'), table)
    const rows: Row[] = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.length).toBeGreaterThan(200)
    expect(rows).toEqual(expected[table])
  })

  it('answers the query of docs/indexing.md', async () => {
    const [query] = snippetsOf('docs/indexing.md').filter(({ language }) => language === 'sql')
    const counts = new Map<unknown, number>()
    for (const { address } of expected['logs']!) counts.set(address, (counts.get(address) ?? 0) + 1)
    const highest = [...counts.values()].sort((one, other) => other - one).slice(0, 10)
    expect(await countsOf(query!.text)).toEqual(highest)
  })

  it('computes with the expressions of docs/indexing.md', async () => {
    const [amount, hash] = ['CAST(value_string AS HUGEINT)', "'0x' || lower(hex(block_hash))"]
    expect(textOf('docs/indexing.md')).toContain(`\`${amount}\` computes with amounts, and \`${hash}\``)
    const columns = `sum(${amount}), max(${hash})`
    const [row] = await rowsOf(`SELECT ${columns} FROM 'files/mainnet__transactions__*.parquet'`)
    const transactions = expected['transactions']!
    const total = transactions.reduce((sum, { value_string: value }) => sum + BigInt(String(value)), 0n)
    const highest = transactions
      .map(({ block_hash: hash }) => String(hash))
      .sort()
      .at(-1)
    expect(row).toEqual([String(total), highest])
  })

  const countsOf = async (query: string): Promise<number[]> =>
    (await rowsOf(query)).map(([, count]) => Number(count))

  const rowsOf = async (query: string): Promise<unknown[][]> => {
    const output = await project.runScript(
      'query.js',
      query.replace('files/mainnet', `${folder.at('files')}/regtest`),
    )
    return output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
})
