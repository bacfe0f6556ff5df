import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { accountKey, addressIn, isCodeKey, storageCellOf } from '../../src/trie/keys.ts'
import { openChainOver, openFolder } from './chainFolder.ts'
import { startCambium } from './cliProcess.ts'
import { askAndKill, isLongRun, kills, withBuild } from './longRun.ts'
import { ask, startNode, stop } from './nodeProcess.ts'
import { makeData } from './shortChain.ts'

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

/** Replaces each content by zeros. */
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
  const folder = withBuild()

  it('never answers wrongly when it is killed repeatedly, and answers everything after a repair', async () => {
    const data = makeData(folder.at('data'), recordedBlocks('peg').slice(0, blockCount))
    const cells = longCellsIn(data)
    expect(cells.length).toBeGreaterThan(10)
    const refusals = new Set<string>()
    for (let kill = 0; kill < kills; kill++) {
      // Damage again what an earlier process restored, so that every process has work.
      damage(data, cells)
      const node = await startOver(data)
      const { url } = node.announced.networks[0]!
      const questions = cells.map(({ question, content }) => async () => {
        const { result, error } = await ask(url, 'rsk_getStorageBytesAt', ...question)
        if (error !== undefined) refusals.add(error.message)
        else expect(result).toBe(toHex(content))
      })
      await askAndKill(node, questions, 2 * kill + 1)
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
