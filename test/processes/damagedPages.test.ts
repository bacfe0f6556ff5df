import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pruneStates } from '../../src/chain/pruning/pruneStates.ts'
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
function damagedCopy(seed: number): string {
  const data = folder.at(`data-${seed}`)
  mkdirSync(join(data, 'regtest'), { recursive: true })
  const file = join(data, 'regtest', 'data.mdb')
  copyFileSync(pruned.at('regtest', 'data.mdb'), file)
  const numbers = randomNumbers(seed)
  const pages = Math.floor(statSync(file).size / pageSize)
  const descriptor = openSync(file, 'r+')
  for (let damaged = 0; damaged < damagedPages; damaged++) {
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
      const ended = await cambium('verify', '--data', data)
      const text = `${ended.output}${ended.notes}`
      // A page that no table uses may be damaged unnoticed.
      expect([ended.exitCode, text]).toEqual([
        expect.any(Number),
        expect.stringMatching(/restore a backup|everything is as it was written/),
      ])
      expect(readFileSync(join(data, 'regtest', 'data.mdb')).equals(before)).toBe(true)
    },
    120_000,
  )
})
