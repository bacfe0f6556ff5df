import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../../src/library/createNode.ts'
import type { LocalNode } from '../../src/library/localNode.ts'
import { Origin } from './origin.ts'

const forkAt = 120
const funded = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'
const second = '0x7986b3df570230288501eea3d890bd66948c9b79'
const third = '0x0a3aa774752ec2042c46548456c094a76c7f3a79'
const limits = { attempts: 2, totalMs: 5_000 }

let origin: Origin
let cacheFolder: string
beforeAll(async () => {
  origin = await Origin.open('basic', forkAt)
  cacheFolder = mkdtempSync(join(tmpdir(), 'cambium-forks-'))
})
afterAll(() => {
  origin.close()
  rmSync(cacheFolder, { recursive: true })
})

const opened: LocalNode[] = []
afterEach(async () => {
  for (const node of opened.splice(0)) await node.close()
  await origin.set({ offers: 'all', replace: null, status: null })
})

const open = async (fork: object = {}): Promise<LocalNode> => {
  const node = await createNode({ fork: { url: origin.url, limits, ...fork }, accounts: 1 })
  opened.push(node)
  return node
}
const balance = (node: LocalNode, account: string): Promise<unknown> =>
  node.request({ method: 'eth_getBalance', params: [account, 'latest'] })

describe('a second run of a fork', () => {
  it('sends no request', async () => {
    const use = async (node: LocalNode): Promise<unknown[]> => [
      await balance(node, funded),
      await node.request({ method: 'eth_getBlockByNumber', params: ['0x5', true] }),
      await node.request({ method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: 'latest' }] }),
      await node.request({
        method: 'eth_sendTransaction',
        params: [{ from: node.accounts[0], to: second, value: '0x1' }],
      }),
      await node.request({ method: 'eth_getTransactionCount', params: [node.accounts[0], 'latest'] }),
    ]
    const first = await open({ block: forkAt, cacheFolder })
    const answers = await use(first)
    await first.close()
    expect(await origin.set({})).toBeGreaterThan(0)
    await origin.set({ reset: true })
    const again = await use(await open({ block: forkAt, cacheFolder }))
    expect(again.slice(0, 3)).toEqual(answers.slice(0, 3))
    expect(again[4]).toBe('0x1')
    expect(await origin.set({})).toBe(0)
  })
})

describe('a lying endpoint', () => {
  it('is caught at the first value', async () => {
    const node = await open()
    const truth = await balance(node, funded)
    const { accountProof } = await origin.ask<{ accountProof: string[] }>('eth_getProof', [
      second,
      [],
      'latest',
    ])
    const last = accountProof.at(-1)!
    await origin.set({ replace: [last, `${last.slice(0, -2)}${last.endsWith('00') ? '01' : '00'}`] })
    await expect(balance(node, second)).rejects.toThrow(
      /gives a false state of 0x7986.*do not trust this endpoint/,
    )
    await origin.set({ replace: null })
    expect(await balance(node, second)).toBe(await origin.ask('eth_getBalance', [second, 'latest']))
    expect(await balance(node, funded)).toBe(truth)
  })

  it('cannot give another block', async () => {
    const { miner } = await origin.ask<{ miner: string }>('eth_getBlockByNumber', ['0x78', false])
    await origin.set({ replace: [miner, `0x${'12'.repeat(20)}`] })
    await expect(open()).rejects.toMatchObject({ code: 'malformed' })
  })
})

describe('an endpoint in trouble', () => {
  it('leaves the local chain usable, and is asked again later', async () => {
    const node = await open()
    const transfer = { from: node.accounts[0], to: node.accounts[0], value: '0x1' }
    await node.request({ method: 'eth_sendTransaction', params: [transfer] })
    await origin.set({ status: 429 })
    await expect(balance(node, funded)).rejects.toThrow(/HTTP status 429; wait, or use an endpoint/)
    await node.request({ method: 'eth_sendTransaction', params: [transfer] })
    expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x7a')
    await origin.set({ status: null })
    expect(await balance(node, funded)).toBe(await origin.ask('eth_getBalance', [funded, 'latest']))
  })

  it('with wrong types is refused, and nothing of it is kept', async () => {
    const node = await open({ block: forkAt, cacheFolder })
    await origin.set({ offers: 'plain', replace: ['"result":"0x', '"result":{"x":"0x'] })
    await expect(balance(node, third)).rejects.toThrow(/endpoint/)
    await origin.set({ offers: 'all', replace: null })
    expect(await balance(node, third)).toBe(await origin.ask('eth_getBalance', [third, 'latest']))
  })

  it('that lost the fork block says what to do', async () => {
    await origin.set({ offers: 'plain' })
    const node = await open()
    const { hash } = await origin.ask<{ hash: string }>('eth_getBlockByNumber', ['latest', false])
    await origin.set({ offers: 'plain', rewrite: [hash, `0x${'ab'.repeat(32)}`] })
    await expect(balance(node, second)).rejects.toThrow(/fork again, at an older block/)
    await origin.set({ rewrite: null })
    expect(await balance(node, second)).toBe(await origin.ask('eth_getBalance', [second, 'latest']))
  })

  it('does not have blocks after its best one', async () => {
    await expect(open({ block: forkAt + 5 })).rejects.toMatchObject({ code: 'missing-state' })
  })
})

it('does not write keys of URLs into the cache', async () => {
  const node = await open({ url: `${origin.url}/secret-key?token=abc`, block: forkAt - 1, cacheFolder })
  await balance(node, funded)
  await node.close()
  const texts = readdirSync(cacheFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1') + entry.name)
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) expect(text).not.toMatch(/secret-key|token=abc/)
})

it('refuses an endpoint without a chain id', async () => {
  await expect(open({ url: 'http://127.0.0.1:9' })).rejects.toMatchObject({ code: 'unreachable' })
})
