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
  await origin.set({ offers: 'all', replace: null, status: null, rewrite: null })
})

const open = async (fork: object = {}): Promise<LocalNode> => {
  // The answers are compared with those of the origin, which shows the payments of REMASC.
  const node = await createNode({
    fork: { url: origin.url, limits, ...fork },
    accounts: 1,
    skipRemasc: false,
  })
  opened.push(node)
  return node
}
const balance = (node: LocalNode, account: string): Promise<unknown> =>
  node.request({ method: 'eth_getBalance', params: [account, 'latest'] })

describe('a poll of a filter', () => {
  it('leaves the thread to others while the endpoint answers', async () => {
    const node = await open()
    const filter = await node.request({
      method: 'eth_newFilter',
      params: [{ fromBlock: '0x1', toBlock: '0x9' }],
    })
    await origin.set({ latencyMs: 300 })
    let turns = 0
    const counting = setInterval(() => turns++, 10)
    try {
      await node.request({ method: 'eth_getFilterLogs', params: [filter] })
    } finally {
      clearInterval(counting)
      await origin.set({ latencyMs: 0 })
    }
    expect(turns).toBeGreaterThan(5)
  })
})

describe('a second run of a fork', () => {
  it('sends no request', async () => {
    const use = async (node: LocalNode): Promise<unknown[]> => [
      await balance(node, funded),
      await node.request({ method: 'eth_getBlockByNumber', params: ['0x5', true] }),
      await node.request({ method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: 'latest' }] }),
      await node.request({
        method: 'eth_sendTransaction',
        params: [{ from: node.accounts[0]!.address, to: second, value: '0x1' }],
      }),
      await node.request({
        method: 'eth_getTransactionCount',
        params: [node.accounts[0]!.address, 'latest'],
      }),
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

describe('the state of a fork', () => {
  it.each([
    ['debug_accountRange', ['latest', '0x', 5]],
    ['debug_storageRangeAt', [undefined, 0, funded, '0x', 5]],
  ])('is not listed by %s, because the endpoint cannot list it', async (method, params) => {
    const node = await open()
    const head = await node.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
    const given = params.map((value) => value ?? Object(head).hash)
    await expect(node.request({ method, params: given })).rejects.toThrow(
      'this chain is a fork: its upstream cannot list the accounts and cells of a state',
    )
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

  it('cannot return another block', async () => {
    const { miner } = await origin.ask<{ miner: string }>('eth_getBlockByNumber', ['0x78', false])
    await origin.set({ replace: [miner, `0x${'12'.repeat(20)}`] })
    await expect(open()).rejects.toMatchObject({ code: 'malformed' })
  })
})

describe('an endpoint in trouble', () => {
  it('leaves the local chain usable, and is retried later', async () => {
    const node = await open()
    const transfer = { from: node.accounts[0]!.address, to: node.accounts[0]!.address, value: '0x1' }
    await node.request({ method: 'eth_sendTransaction', params: [transfer] })
    await origin.set({ status: 429 })
    await expect(balance(node, funded)).rejects.toThrow(
      /^the fork at block 120: the endpoint http:.*HTTP status 429; wait, or use an endpoint/,
    )
    await node.request({ method: 'eth_sendTransaction', params: [transfer] })
    expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x7a')
    await origin.set({ status: null })
    expect(await balance(node, funded)).toBe(await origin.ask('eth_getBalance', [funded, 'latest']))
  })

  it('with wrong types is refused, and none of its values are kept', async () => {
    const node = await open({ block: forkAt, cacheFolder })
    await origin.set({ offers: 'plain', replace: ['"result":"0x', '"result":{"x":"0x'] })
    await expect(balance(node, third)).rejects.toThrow(/endpoint/)
    await origin.set({ offers: 'all', replace: null })
    expect(await balance(node, third)).toBe(await origin.ask('eth_getBalance', [third, 'latest']))
  })

  it('that lost the fork block leads to an error with advice', async () => {
    await origin.set({ offers: 'plain' })
    const node = await open()
    const { hash } = await origin.ask<{ hash: string }>('eth_getBlockByNumber', ['latest', false])
    await origin.set({ offers: 'plain', rewrite: [hash, `0x${'ab'.repeat(32)}`] })
    await expect(balance(node, second)).rejects.toThrow(/fork again, at an older block/)
    await origin.set({ rewrite: null })
    expect(await balance(node, second)).toBe(await origin.ask('eth_getBalance', [second, 'latest']))
  })

  it('that does not keep the state leads to an error with advice', async () => {
    await origin.set({ offers: 'plain' })
    const node = await open()
    await origin.set({
      rewrite: ['eth_getBalance', 'eth_noSuchMethod'],
      replace: ['method not found', 'missing trie node 12ab'],
    })
    await expect(balance(node, second)).rejects.toThrow(
      /^the fork at block 120: .*missing trie node.*fork a newer block \(--fork-block\), or use.*archive/,
    )
    await origin.set({ rewrite: null, replace: null })
    expect(await balance(node, second)).toBe(await origin.ask('eth_getBalance', [second, 'latest']))
  })

  it('without proofs is refused when they are demanded', async () => {
    await expect(open({ demandsProofs: true })).resolves.toBeDefined()
    await origin.set({ offers: 'plain' })
    await expect(open({ demandsProofs: true })).rejects.toMatchObject({ code: 'unverified' })
  })

  it('does not have blocks after its best one', async () => {
    await expect(open({ block: forkAt + 5 })).rejects.toMatchObject({ code: 'missing-block' })
  })
})

describe('eth_capabilities of a fork', () => {
  it('shows all blocks and logs of the origin, and states from the fork block on', async () => {
    const node = await open()
    const whole = { disabled: false, oldestBlock: '0x0' }
    expect(await node.request({ method: 'eth_capabilities' })).toMatchObject({
      head: { number: `0x${forkAt.toString(16)}` },
      state: { disabled: false, oldestBlock: `0x${forkAt.toString(16)}` },
      stateproofs: { disabled: true },
      blocks: whole,
      receipts: whole,
      logs: whole,
      tx: whole,
    })
  })
})

describe('lists of logs in a verified fork', () => {
  const logs = (node: LocalNode, fromBlock: number, toBlock: number): Promise<unknown> =>
    node.request({
      method: 'eth_getLogs',
      params: [{ fromBlock: `0x${fromBlock.toString(16)}`, toBlock: `0x${toBlock.toString(16)}` }],
    })

  it('are read from receipts in short ranges, and from the endpoint in others', async () => {
    const node = await open()
    const expected = await origin.ask('eth_getLogs', [{ fromBlock: '0x50', toBlock: '0x6e' }])
    expect((expected as unknown[]).length).toBeGreaterThan(0)
    await origin.set({ rewrite: ['eth_getLogs', 'eth_noSuchMethod'] })
    expect(await logs(node, 80, 110)).toEqual(expected)
    await expect(logs(node, 1, 110)).rejects.toThrow(/eth_getLogs/)
    await origin.set({ rewrite: null })
  })

  it('have the timestamps of their blocks when the endpoint omits them', async () => {
    const node = await open()
    const expected = await origin.ask('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x6e' }])
    await origin.set({ replace: ['"blockTimestamp"', '"unknownMember"'] })
    expect(await logs(node, 1, 110)).toEqual(expected)
  })
})

describe('anvil_setRpcUrl', () => {
  const setUrl = (node: LocalNode, url: string): Promise<unknown> =>
    node.request({ method: 'anvil_setRpcUrl', params: [url] })

  it('switches the endpoint, and keeps local blocks', async () => {
    const other = await Origin.open('basic', forkAt + 2)
    try {
      const node = await open({ block: forkAt })
      await node.request({ method: 'evm_mine' })
      await origin.set({ status: 500 })
      expect(await setUrl(node, other.url)).toBe(true)
      expect(await balance(node, third)).toBe(
        await other.ask('eth_getBalance', [third, `0x${forkAt.toString(16)}`]),
      )
      expect(await node.request({ method: 'eth_blockNumber' })).toBe(`0x${(forkAt + 1).toString(16)}`)
      const info = await node.request({ method: 'anvil_nodeInfo' })
      expect(info).toMatchObject({ forkConfig: { forkUrl: other.url } })
      await other.set({ replace: ['"result":"0x21"', '"result":"0x1e"'] })
      await expect(setUrl(node, other.url)).rejects.toThrow(
        /serves chain 30 and not 33; use an endpoint of the right/,
      )
      await other.set({ replace: null, offers: 'plain' })
      await expect(setUrl(node, other.url)).rejects.toThrow(/gives no proofs/)
      await other.set({ offers: 'all' })
      expect(await balance(node, second)).toBe(
        await other.ask('eth_getBalance', [second, `0x${forkAt.toString(16)}`]),
      )
    } finally {
      other.close()
    }
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

it('refuses an endpoint that cannot be reached', async () => {
  await expect(open({ url: 'http://127.0.0.1:9' })).rejects.toMatchObject({ code: 'unreachable' })
})
