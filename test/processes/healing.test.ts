import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import type { TableName } from '../../src/store/tables.ts'
import { openFolder } from './chainFolder.ts'
import { buildCambium, removeBuild } from './cliProcess.ts'
import { ask, type StartedNode, startNode, stop } from './nodeProcess.ts'
import { makeData } from './shortChain.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

/** Two processes and a bundle of the program take too long for the usual run. */
const isLongRun = process.env['CAMBIUM_DAMAGES'] !== undefined
const patience = { timeout: 60_000, interval: 50 }
const blockCount = 30

const startPeer = (data: string, ...options: readonly string[]): Promise<StartedNode> => {
  const peers = '--networks.regtest.peers'
  const local = [`${peers}.enabled`, `${peers}.host`, '127.0.0.1', `${peers}.port`, '0']
  return startNode('--network', 'regtest', '--data', data, ...local, ...options)
}

function damage(data: string, table: TableName, change: (bytes: Uint8Array) => void): void {
  const store = openFolder(join(data, 'regtest'))
  store.write((batch) => {
    for (const [index, { key, value }] of [...store.range(table)].entries()) {
      if (index < 3 || index > blockCount - 5) continue
      const changed = Uint8Array.from(value)
      change(changed)
      batch.put(table, key, changed)
    }
  })
  store.close()
}

describe.runIf(isLongRun)('a node process with damaged blocks and another process as its peer', () => {
  const folder = new TemporaryFolder()
  beforeAll(() => {
    // The program refuses variables with its name that are not settings.
    for (const name of ['CAMBIUM_DAMAGES', 'CAMBIUM_KILLS']) delete process.env[name]
    buildCambium()
  })
  afterAll(() => {
    removeBuild()
    folder.remove()
  })

  it('refuses the damaged blocks, fetches them, and then answers as the other one does', async () => {
    const recorded = recordedBlocks('contracts').slice(0, blockCount)
    const [whole, damaged] = [
      makeData(folder.at('whole'), recorded),
      makeData(folder.at('damaged'), recorded),
    ]
    const garble = (bytes: Uint8Array): void => {
      for (const [at, byte] of bytes.entries()) bytes[at] = byte ^ (at % 251)
    }
    damage(damaged, 'headers', garble)
    damage(damaged, 'bodies', garble)
    damage(damaged, 'receipts', garble)
    const first = await startPeer(whole)
    const { url, enode } = first.announced.networks[0]!
    const second = await startPeer(damaged, '--networks.regtest.peers.static-peers', enode!)
    const other = second.announced.networks[0]!.url
    const refusals = new Set<string>()
    for (let number = 0; number <= blockCount; number++) {
      for (const method of ['eth_getBlockByNumber', 'eth_getBlockReceipts']) {
        const params =
          method === 'eth_getBlockByNumber'
            ? [`0x${number.toString(16)}`, true]
            : [`0x${number.toString(16)}`]
        const { result: truth } = await ask(url, method, ...params)
        const answer = async (): Promise<unknown> => {
          const { result, error } = await ask(other, method, ...params)
          if (error !== undefined) refusals.add(error.message)
          return result
        }
        await expect.poll(answer, patience).toEqual(truth)
      }
    }
    expect([...refusals].every((reason) => reason.startsWith('data damaged: '))).toBe(true)
    expect(refusals.size).toBeGreaterThan(0)
    expect(await stop(second.running)).toBe(0)
    expect(await stop(first.running)).toBe(0)
  }, 300_000)
})
