import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { accountKey, addressIn, isCodeKey, storageCellOf } from '../../src/trie/keys.ts'
import { openChainOver, openFolder } from './chainFolder.ts'
import { buildCambium, removeBuild, startCambium } from './cliProcess.ts'
import { ask, startNode, stop } from './nodeProcess.ts'
import { makeData } from './shortChain.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

const { CAMBIUM_KILLS: kills = '1' } = process.env
const variables = { ...process.env }
/** A bundle of the program and several processes take too long for the usual run. */
const isLongRun = process.env['CAMBIUM_DAMAGES'] !== undefined
/** The blocks of a recorded peg in which the Bridge has its first long cells. */
const blockCount = 16

interface LongCell {
  /** Parameters of `rsk_getStorageBytesAt`. */
  readonly question: readonly string[]
  readonly content: Uint8Array
}

/** The contents of more than 32 bytes in the newest state. */
function longCellsIn(data: string): LongCell[] {
  const store = openFolder(join(data, 'regtest'), true)
  const cells: LongCell[] = []
  for (const [key, content] of openChainOver(store).stateAt('latest')!.commit().entries()) {
    const address = addressIn(key)
    if (address === undefined || content.length <= 32 || isCodeKey(key)) continue
    const cell = storageCellOf(accountKey(address), key)
    cells.push({ question: [toHex(address), toHex(cell), 'latest'], content: content.slice() })
  }
  store.close()
  return cells
}

/** Nothing of a content is left. */
function damage(data: string, cells: readonly LongCell[]): void {
  const store = openFolder(join(data, 'regtest'))
  store.write((batch) => {
    for (const { content } of cells) batch.put('values', keccak256(content), new Uint8Array(content.length))
  })
  store.close()
}

const startOver = (data: string) => startNode('--network', 'regtest', '--data', data)

const verified = (data: string, ...options: readonly string[]) =>
  startCambium(['verify', ...options, '--data', data, '--network', 'regtest']).ended

describe.runIf(isLongRun)('a node process over damaged long cells', () => {
  const folder = new TemporaryFolder()
  beforeAll(() => {
    // The program refuses variables with its name that are not settings.
    for (const name of ['CAMBIUM_DAMAGES', 'CAMBIUM_KILLS']) delete process.env[name]
    buildCambium()
  })
  afterAll(() => {
    // Other files of tests may run in the same process.
    Object.assign(process.env, variables)
    removeBuild()
    folder.remove()
  })

  it('answers the truth or nothing when it is killed again and again, and everything after a repair', async () => {
    const data = makeData(folder.at('data'), recordedBlocks('peg').slice(0, blockCount))
    const cells = longCellsIn(data)
    expect(cells.length).toBeGreaterThan(10)
    const refusals = new Set<string>()
    for (let kill = 0; kill < Number(kills); kill++) {
      // What an earlier process restored is damaged again, so that every process has work.
      damage(data, cells)
      const { running, announced } = await startOver(data)
      const { url } = announced.networks[0]!
      let left = 2 * kill + 1
      const asked = cells.map(async ({ question, content }) => {
        const { result, error } = await ask(url, 'rsk_getStorageBytesAt', ...question)
        if (error !== undefined) refusals.add(error.message)
        else expect(result).toBe(toHex(content))
        if (--left === 0) running.child.kill('SIGKILL')
      })
      const failures = (await Promise.allSettled(asked)).flatMap((end) =>
        end.status === 'rejected' ? [end.reason] : [],
      )
      // Questions without an answer fail with the connection.
      expect(failures.filter((reason) => !(reason instanceof TypeError))).toEqual([])
      running.child.kill('SIGKILL')
      await running.ended
    }
    expect([...refusals].filter((reason) => !reason.startsWith('data damaged: '))).toEqual([])
    expect(refusals.size).toBeGreaterThan(0)

    // A node that serves executes a few blocks for a record; the command goes back as far as it needs.
    damage(data, cells)
    expect((await verified(data)).exitCode).not.toBe(0)
    expect(await verified(data, '--repair')).toMatchObject({ exitCode: 0 })
    expect(await verified(data)).toMatchObject({ exitCode: 0 })
    expect(longCellsIn(data)).toEqual(cells)
    const { running, announced } = await startOver(data)
    const { url } = announced.networks[0]!
    for (const { question, content } of cells)
      expect((await ask(url, 'rsk_getStorageBytesAt', ...question)).result).toBe(toHex(content))
    expect(await stop(running)).toBe(0)
  }, 600_000)
})
