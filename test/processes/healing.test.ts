import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import type { TableName } from '../../src/store/tables.ts'
import { openFolder } from './chainFolder.ts'
import { startCambium } from './cliProcess.ts'
import { askAndKill, isLongRun, kills, withBuild } from './longRun.ts'
import { ask, type StartedNode, startNode, stop } from './nodeProcess.ts'
import { makeData } from './shortChain.ts'

const patience = { timeout: 60_000, interval: 50 }
const blockCount = 30

const startPeer = (data: string, ...options: readonly string[]): Promise<StartedNode> => {
  const peers = '--networks.regtest.peers'
  const local = [`${peers}.enabled`, `${peers}.host`, '127.0.0.1', `${peers}.port`, '0']
  return startNode('--network', 'regtest', '--data', data, ...local, ...options)
}

const garble = (bytes: Uint8Array): void => {
  for (const [at, byte] of bytes.entries()) bytes[at] = byte ^ (at % 251)
}

/** Garbles headers, bodies and receipts of most blocks, and these codes. */
function garbleAll(data: string, codes: readonly Uint8Array[]): void {
  for (const table of ['headers', 'bodies', 'receipts'] as const) damage(data, table, garble)
  const store = openFolder(join(data, 'regtest'))
  store.write((batch) => {
    for (const code of codes) {
      const damaged = Uint8Array.from(code)
      garble(damaged)
      batch.put('values', keccak256(code), damaged)
    }
  })
  store.close()
}

type Question = readonly [method: string, ...params: unknown[]]

/** Answers about every block, and the code of every contract that was created by a transaction. */
async function truthsOf(url: string): Promise<Map<Question, unknown>> {
  const questions: Question[] = []
  for (let number = 0; number <= blockCount; number++) {
    const height = `0x${number.toString(16)}`
    questions.push(['eth_getBlockByNumber', height, true], ['eth_getBlockReceipts', height])
    const { result } = await ask(url, 'eth_getBlockReceipts', height)
    for (const { contractAddress } of result as { contractAddress: string | null }[]) {
      if (contractAddress) questions.push(['eth_getCode', contractAddress, 'latest'])
    }
  }
  const truths = new Map<Question, unknown>()
  for (const question of questions) truths.set(question, (await ask(url, ...question)).result)
  return truths
}

const codesIn = (truths: ReadonlyMap<Question, unknown>): Uint8Array[] =>
  [...truths].flatMap(([[method], result]) => (method === 'eth_getCode' ? [fromHex(String(result))] : []))

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
  const folder = withBuild()

  it('refuses the damaged blocks, fetches them, and then answers like the other one', async () => {
    const recorded = recordedBlocks('contracts').slice(0, blockCount)
    const [whole, damaged] = [
      makeData(folder.at('whole'), recorded),
      makeData(folder.at('damaged'), recorded),
    ]
    const first = await startPeer(whole)
    const { url, enode } = first.announced.networks[0]!
    const truths = await truthsOf(url)
    garbleAll(damaged, codesIn(truths))
    const second = await startPeer(damaged, '--networks.regtest.peers.static-peers', enode!)
    const other = second.announced.networks[0]!.url
    const refusals = new Set<string>()
    for (const [question, truth] of truths) {
      const answer = async (): Promise<unknown> => {
        const { result, error } = await ask(other, ...question)
        if (error !== undefined) refusals.add(error.message)
        return result
      }
      await expect.poll(answer, patience).toEqual(truth)
    }
    expect([...refusals].every((reason) => reason.startsWith('data damaged: '))).toBe(true)
    expect(refusals.size).toBeGreaterThan(0)
    expect(await stop(second.running)).toBe(0)
    expect(await stop(first.running)).toBe(0)
  }, 300_000)

  it('never answers wrongly when it is killed repeatedly while it restores them', async () => {
    const recorded = recordedBlocks('contracts').slice(0, blockCount)
    const [whole, damaged] = [makeData(folder.at('kept'), recorded), makeData(folder.at('killed'), recorded)]
    const first = await startPeer(whole)
    const { url, enode } = first.announced.networks[0]!
    const truths = await truthsOf(url)
    garbleAll(damaged, codesIn(truths))
    const peer = ['--networks.regtest.peers.static-peers', enode!]

    for (let kill = 1; kill <= kills; kill++) {
      const node = await startPeer(damaged, ...peer)
      const { url: other } = node.announced.networks[0]!
      const questions = [...truths].map(([question, truth]) => async () => {
        const { result } = await ask(other, ...question)
        if (result !== undefined) expect(result).toEqual(truth)
      })
      // Each process runs until it has answered some more questions than the one before.
      await askAndKill(node, questions, 5 * kill)
    }

    const { running, announced } = await startPeer(damaged, ...peer)
    const { url: other } = announced.networks[0]!
    for (const [question, truth] of truths) {
      const answer = async (): Promise<unknown> => (await ask(other, ...question)).result
      await expect.poll(answer, patience).toEqual(truth)
    }
    expect(await stop(running)).toBe(0)
    expect(await stop(first.running)).toBe(0)
    // Code that was answered from memory is still damaged in the folder.
    const { exitCode, output } = await startCambium([
      'verify',
      '--repair',
      '--data',
      damaged,
      '--network',
      'regtest',
    ]).ended
    expect([exitCode, output]).toEqual([0, expect.any(String)])
  }, 300_000)
})
