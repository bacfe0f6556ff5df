import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { bundledProgram } from './bundledProgram.ts'
import { startProcess } from './reportingProcess.ts'
import { makeData } from './shortChain.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

const program = await bundledProgram(new URL('damagedProcess.ts', import.meta.url))

/** `npm run test:damage` makes 200; `CAMBIUM_DAMAGE_SEED` chooses other places. */
const { CAMBIUM_DAMAGES: damages = '24', CAMBIUM_DAMAGE_SEED: seed = '1' } = process.env

interface Report {
  readonly position: number
  readonly what: string
  readonly begins?: boolean
  /** The first question with a wrong answer, or -1. */
  readonly wrong?: number
  readonly refused?: readonly string[]
}

let folder: TemporaryFolder
beforeEach(() => {
  folder = new TemporaryFolder()
})
afterEach(() => folder.remove())

/** Runs all damages. LMDB itself may end the process for a damaged page; the next process continues after it. */
async function reports(source: string, scratch: string): Promise<Report[]> {
  const found: Report[] = []
  for (let first = 0; first < Number(damages); ) {
    const { exited, nextReport } = startProcess(program, source, scratch, String(first), damages, seed)
    let begun: Report | undefined
    for (let next = await nextReport(); next !== undefined; next = await nextReport()) {
      const report = next as Report
      if (report.begins) begun = report
      else {
        found.push(report)
        begun = undefined
        first = report.position + 1
      }
    }
    await exited
    if (begun === undefined) continue
    found.push({ ...begun, wrong: -1, refused: ['the process ended'] })
    first = begun.position + 1
  }
  return found
}

describe('a data file with a flipped bit or a missing end', () => {
  it('never leads to a wrong answer', async () => {
    const data = makeData(folder.at('chain'), recordedBlocks('contracts').slice(0, 40))
    const scratch = folder.at('scratch')
    mkdirSync(scratch)
    const found = await reports(join(data, 'regtest'), scratch)
    expect(found).toHaveLength(Number(damages))
    expect(found.filter(({ wrong }) => wrong !== -1)).toEqual([])
    expect(found.some(({ refused }) => refused?.some((reason) => reason.startsWith('data damaged: ')))).toBe(
      true,
    )
    const isExplained = (reason: string): boolean =>
      /^data damaged: |; the file is damaged: |: restore it from a backup|: choose another folder|the process ended/.test(
        reason,
      )
    const unexplained = found.flatMap(({ refused = [] }) => refused.filter((reason) => !isExplained(reason)))
    expect(unexplained).toEqual([])
  }, 600_000)
})
