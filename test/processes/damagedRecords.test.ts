import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import type { Store } from '../../src/store/store.ts'
import { accountKey, addressIn, storageCellOf, storageRootKey } from '../../src/trie/keys.ts'
import { openChainOver, openFolder } from './chainFolder.ts'
import { startCambium } from './cliProcess.ts'
import { withBuild } from './longRun.ts'
import { ask, startNode, stop } from './nodeProcess.ts'
import { makeData } from './shortChain.ts'

type Question = readonly [method: string, ...params: unknown[]]

const startOver = (data: string) => startNode('--network', 'regtest', '--data', data, '--admin-port', '0')

function change(data: string, work: (store: Store) => void): void {
  const store = openFolder(join(data, 'regtest'))
  work(store)
  store.close()
}

const garbled = (bytes: Uint8Array): Uint8Array => bytes.map((byte, at) => byte ^ (at % 251))

async function truthsOf(data: string, questions: (url: string) => Promise<readonly Question[]>) {
  const { running, announced } = await startOver(data)
  const { url } = announced.networks[0]!
  const truths = new Map<Question, unknown>()
  for (const question of await questions(url)) truths.set(question, (await ask(url, ...question)).result)
  expect(await stop(running)).toBe(0)
  return truths
}

/** Expects that every answer is right or an error that says what is damaged. Returns how many are errors. */
async function refusalsOver(data: string, truths: ReadonlyMap<Question, unknown>): Promise<number> {
  const { running, announced } = await startOver(data)
  const { url } = announced.networks[0]!
  let refused = 0
  for (const [question, truth] of truths) {
    const { result, error } = await ask(url, ...question)
    if (error === undefined) expect(result).toEqual(truth)
    else {
      refused++
      expect(error).toEqual({
        code: -32603,
        message: expect.stringMatching(/^data damaged: .*cambium verify/),
      })
    }
  }
  const metrics = await (await fetch(announced.metrics[0]!)).text()
  const [, met] = /^cambium_damaged_records_met_total{network="regtest"} (\d+)$/m.exec(metrics)!
  // The node itself reads the newest blocks when it starts.
  expect(Number(met)).toBeGreaterThanOrEqual(refused)
  expect(await stop(running)).toBe(0)
  expect((await running.ended).notes).toMatch(/data damaged: the (record|trie value) 0x/)
  return refused
}

const verified = (data: string) => startCambium(['verify', '--data', data, '--network', 'regtest']).ended

describe('a node process over damaged records', () => {
  const folder = withBuild()

  it('refuses what needs them, answers everything else, and verify names them', async () => {
    const blockCount = 30
    const data = makeData(folder.at('blocks'), recordedBlocks('contracts').slice(0, blockCount))
    const codes: Uint8Array[] = []
    const truths = await truthsOf(data, async (url) => {
      const questions: Question[] = []
      for (let number = 0; number <= blockCount; number++) {
        const height = `0x${number.toString(16)}`
        questions.push(['eth_getBlockByNumber', height, true], ['eth_getBlockReceipts', height])
        const { result } = await ask(url, 'eth_getBlockReceipts', height)
        for (const { contractAddress } of result as { contractAddress: string | null }[]) {
          if (contractAddress === null) continue
          questions.push(['eth_getCode', contractAddress, 'latest'])
          codes.push(fromHex(String((await ask(url, 'eth_getCode', contractAddress, 'latest')).result)))
        }
      }
      return questions
    })
    change(data, (store) =>
      store.write((batch) => {
        for (const table of ['headers', 'bodies', 'receipts'] as const)
          for (const { key, value } of [...store.range(table)].slice(3, blockCount - 4))
            batch.put(table, key, garbled(value))
        for (const code of codes) batch.put('values', keccak256(code), garbled(code))
      }),
    )
    const refused = await refusalsOver(data, truths)
    expect(refused).toBeGreaterThanOrEqual(2 * (blockCount - 7) + codes.length)
    expect(refused).toBeLessThan(truths.size)
    const { exitCode, output } = await verified(data)
    expect(exitCode).toBe(1)
    for (const name of ['table headers', 'table bodies', 'table receipts']) expect(output).toContain(name)
    expect(output).toContain('restore a backup, or remove the folder and import or synchronise again')
  }, 300_000)

  it('refuses the long storage cells that are damaged', async () => {
    // The blocks of a recorded peg in which the Bridge has its first long cells.
    const data = makeData(folder.at('cells'), recordedBlocks('peg').slice(0, 16))
    const truths = new Map<Question, unknown>()
    change(data, (store) =>
      store.write((batch) => {
        for (const [key, content] of [...openChainOver(store).stateAt('latest')!.commit().entries()]) {
          const address = addressIn(key)
          if (address === undefined || content.length <= 32) continue
          const account = accountKey(address)
          // Not code, whose key is as long as that of the root of the cells.
          if (key.length === storageRootKey(account).length) continue
          const place = [toHex(address), toHex(storageCellOf(account, key))]
          const question = ['rsk_getStorageBytesAt', ...place, 'latest'] as const
          truths.set(question, toHex(content))
          batch.put('values', keccak256(content), new Uint8Array(content.length))
        }
      }),
    )
    expect(truths.size).toBeGreaterThan(10)
    expect(await refusalsOver(data, truths)).toBe(truths.size)
    expect(await verified(data)).toMatchObject({ exitCode: 1, output: expect.stringContaining('trie value') })
  }, 300_000)
})
