import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
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
})
