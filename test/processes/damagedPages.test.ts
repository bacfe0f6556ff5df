import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pruneStates } from '../../src/chain/pruning/pruneStates.ts'
import { runProgram } from '../../src/cli/program.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { openFolder } from './chainFolder.ts'
import { buildCambium, cambium, removeBuild } from './cliProcess.ts'
import { makeData } from './shortChain.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

/** Seeds for random pages, including some that ended the process when it read the folder itself instead of in a child. */
const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1)
const pageSize = 4096
const damagedPages = 4

let pruned: TemporaryFolder
let folder: TemporaryFolder
beforeAll(() => {
  buildCambium()
  pruned = new TemporaryFolder()
  makeData(pruned.path, recordedBlocks('contracts').slice(0, 40))
  const store = openFolder(pruned.at('regtest'))
  for (const _ of pruneStates(store, regtest, 5));
  store.close()
})
afterAll(() => {
  pruned.remove()
  removeBuild()
})
beforeEach(() => {
  folder = new TemporaryFolder()
})
afterEach(() => folder.remove())

/** Numbers from 0 to 1 that depend only on the seed. */
function* randomNumbers(seed: number): Generator<number, never, undefined> {
  for (let state = seed * 2_654_435_761; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** A copy of the folder with random bytes in some pages, but not in the first two, which locate the tables. */
function damagedCopy(seed: number, count = damagedPages): string {
  const data = folder.at(`data-${seed}`)
  mkdirSync(join(data, 'regtest'), { recursive: true })
  const file = join(data, 'regtest', 'data.mdb')
  copyFileSync(pruned.at('regtest', 'data.mdb'), file)
  const numbers = randomNumbers(seed)
  const pages = Math.floor(statSync(file).size / pageSize)
  const descriptor = openSync(file, 'r+')
  for (let damaged = 0; damaged < count; damaged++) {
    const page = 2 + Math.floor(numbers.next().value * (pages - 2))
    const bytes = Uint8Array.from({ length: pageSize }, () => numbers.next().value * 256)
    writeSync(descriptor, bytes, 0, pageSize, page * pageSize)
  }
  closeSync(descriptor)
  return data
}

describe('a verification of a pruned folder with random bytes in its pages', () => {
  it.each(seeds)(
    'ends with an exit code and advice (%i)',
    async (seed) => {
      const data = damagedCopy(seed)
      const before = readFileSync(join(data, 'regtest', 'data.mdb'))
      for (const repair of [[], ['--repair']]) {
        const ended = await cambium('verify', ...repair, '--data', data)
        const text = `${ended.output}${ended.notes}`
        // A page that no table uses may be damaged unnoticed.
        expect([ended.exitCode, text]).toEqual([
          expect.any(Number),
          expect.stringMatching(/restore a backup|everything (else )?is as it was written/),
        ])
        if (repair.length === 0)
          expect(readFileSync(join(data, 'regtest', 'data.mdb')).equals(before)).toBe(true)
      }
    },
    120_000,
  )
})

describe('a repair of a pruned folder', () => {
  it('restores what the kept states allow, and lists what it cannot restore', async () => {
    const data = damagedCopy(0, 0)
    const store = openFolder(join(data, 'regtest'))
    const [oldReceipts] = store.range('receipts', { limit: 2 })
    const [newReceipts] = store.range('receipts', { reverse: true, limit: 1 })
    const [newest] = store.range('clusters', { reverse: true, limit: 1 })
    store.write((batch) => {
      batch.put('receipts', newReceipts!.key, newReceipts!.value.fill(7))
      batch.put('clusters', newest!.key, newest!.value.fill(7))
    })
    store.close()
    const whole = await repair(data)
    expect(whole).toEqual([0, expect.stringContaining('regtest: 2 damaged records restored')])

    const again = openFolder(join(data, 'regtest'))
    again.write((batch) => batch.put('receipts', oldReceipts!.key, oldReceipts!.value.fill(7)))
    again.close()
    const [exitCode, text] = await repair(data)
    expect([exitCode, text]).toEqual([1, expect.stringMatching(/regtest: \d damaged parts?: check the disk/)])
    expect(text).toContain('states are kept from block 36 on')
  }, 60_000)
})

async function repair(data: string): Promise<[number, string]> {
  const lines: string[] = []
  const say = (line: string): void => void lines.push(line)
  const terminal = { print: say, note: say, status: undefined }
  const words = ['verify', '--repair', '--data', data]
  return [await runProgram(words, { version: '1.2.3', environment: {}, terminal }), lines.join('\n')]
}
