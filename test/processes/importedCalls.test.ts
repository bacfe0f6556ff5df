import { beforeEach, describe, expect, it } from 'vitest'
import { callCoverage } from '../../src/chain/traces/callCoverage.ts'
import { runProgram } from '../../src/cli/program.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { openFolder } from './chainFolder.ts'
import { folderOfEachTest } from './folderOfEachTest.ts'
import { makeData } from './shortChain.ts'

const length = 40
const blocks = recordedBlocks('contracts').slice(0, length)

describe('cambium import --index-calls', () => {
  const folder = folderOfEachTest()
  let file: string
  beforeEach(() => {
    file = folder.writeLines('chain.jsonl', blocks)
  })

  async function imported(data: string, ...words: readonly string[]) {
    const terminal = { print: () => {}, note: () => {}, status: undefined }
    const all = ['import', file, '--index-calls', '--data', data, ...words]
    expect(await runProgram(all, { version: '1.2.3', environment: {}, terminal })).toBe(0)
    const store = openFolder(`${data}/regtest`, true)
    const calls = [...store.range('calls')].map(({ key, value }) => [key, value])
    const coverage = callCoverage(store)
    store.close()
    return { calls, coverage }
  }

  it('records the calls of each block, and those of blocks that were stored without', async () => {
    const { calls, coverage } = await imported(folder.at('new'))
    expect(calls).toHaveLength(length)
    expect(coverage).toEqual({ from: 1, filled: 0, since: 0 })
    const old = makeData(folder.at('old'), blocks.slice(0, 15))
    const completed = await imported(old)
    expect(completed.calls).toEqual(calls)
    expect(completed.coverage).toEqual({ from: 1, filled: 15, since: 15 })
  })

  it('records them also when the states are removed', async () => {
    const old = makeData(folder.at('old'), blocks.slice(0, 15))
    expect((await imported(old, '--history', '3')).calls).toHaveLength(length)
  })
})
