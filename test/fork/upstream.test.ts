import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/primitives/hex.ts'
import { hopsHeader } from '../../src/remote/fleetHeaders.ts'
import type { UpstreamOptions } from '../../src/upstream/upstreamOptions.ts'
import { Origin } from './origin.ts'
import { seededRandom } from './seededRandom.ts'
import { type Answer, contractBlocks, openSyncingNode, ownHeight, type SyncingNode } from './syncingNode.ts'

const height = 195
const blocks = contractBlocks
const later = blocks.filter(({ header }) => header.number > ownHeight && header.number <= height)
const laterTransactions = later.flatMap(({ transactions }) => transactions)

let origin: Origin
beforeAll(async () => {
  origin = await Origin.open('contracts', height)
})
afterAll(() => origin.close())

const endings: (() => void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) end()
  await origin.set({ offers: 'all', replace: null, status: null, rewrite: null })
})

const syncingNode = (options: Partial<UpstreamOptions> = {}, id?: string): Promise<SyncingNode> =>
  openSyncingNode({ url: origin.url, ...options }, endings, id)

const originAnswer = async (method: string, params: readonly unknown[]): Promise<Answer> => {
  const response = await fetch(origin.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return response.json() as Promise<Answer>
}

const quantity = (value: number): string => `0x${value.toString(16)}`

function randomRequests(count: number): [string, unknown[]][] {
  const random = seededRandom(7)
  const accounts = [
    ...new Set(
      laterTransactions.flatMap(({ sender, to }) => [sender, to].flatMap((a) => (a ? [toHex(a)] : []))),
    ),
  ]
  return Array.from({ length: count }, () => {
    const { header, transactions } = later[random(later.length)]!
    const at = random(3) === 0 ? 'latest' : quantity(header.number)
    const account = accounts[random(accounts.length)]!
    const { hash, to, data } = transactions[random(transactions.length)]!
    const kinds: [string, unknown[]][] = [
      ['eth_blockNumber', []],
      ['eth_getBlockByNumber', [at, random(2) === 0]],
      ['eth_getBlockByHash', [toHex(header.hash), random(2) === 0]],
      ['eth_getBlockReceipts', [at]],
      ['eth_getTransactionByHash', [toHex(hash)]],
      ['eth_getTransactionReceipt', [toHex(hash)]],
      ['eth_getTransactionByBlockNumberAndIndex', [quantity(header.number), '0x0']],
      ['eth_getBalance', [account, at]],
      ['eth_getBalance', [account, { blockHash: toHex(header.hash) }]],
      ['eth_getTransactionCount', [account, at]],
      ['eth_getCode', [account, at]],
      ['eth_getStorageAt', [account, quantity(random(4)), at]],
      ['eth_call', [{ ...(to && { to: toHex(to) }), data: toHex(data) }, at]],
      [
        'eth_getLogs',
        [{ fromBlock: quantity(header.number), toBlock: at === 'latest' ? at : quantity(height) }],
      ],
      ['eth_gasPrice', []],
    ]
    return kinds[random(kinds.length)]!
  })
}

describe('a node that is behind its upstream', () => {
  it.each(['all', 'plain'] as const)('answers like an upstream with %s methods', async (offers) => {
    await origin.set({ offers })
    const { ask, service } = await syncingNode()
    for (const [method, params] of randomRequests(150)) {
      expect([method, params, await ask(method, params)]).toEqual([
        method,
        params,
        await originAnswer(method, params),
      ])
    }
    const { verified, unverified, failures } = service.upstream!.figures
    expect(verified).toBeGreaterThan(offers === 'all' ? 90 : 40)
    expect(unverified).toBeGreaterThan(5)
    expect([...failures]).toEqual([])
  })

  it('answers from its own blocks without a request', async () => {
    const { ask } = await syncingNode()
    await origin.set({ reset: true })
    expect((await ask('eth_getBlockByNumber', [quantity(ownHeight), false])).result).toMatchObject({
      number: quantity(ownHeight),
    })
    expect((await ask('eth_chainId', [])).result).toBe('0x21')
    const { hash } = blocks[10]!.transactions[0]!
    expect((await ask('eth_getTransactionReceipt', [toHex(hash)])).result).not.toBeNull()
    expect(await origin.set({})).toBe(0)
  })

  it('answers about its own best block within the allowed lag', async () => {
    const { ask } = await syncingNode({ lag: height - ownHeight })
    expect((await ask('eth_blockNumber', [])).result).toBe(quantity(ownHeight))
    expect((await ask('eth_getBlockByNumber', [quantity(height), false])).result).toMatchObject({
      number: quantity(height),
    })
  })

  it('forwards transactions after it has decoded them', async () => {
    const { ask } = await syncingNode()
    const { encoded } = blocks.find(({ header }) => header.number === height + 1)!.transactions[0]!
    expect((await ask('eth_sendRawTransaction', ['0xf801'])).error?.code).toBe(-32602)
    const raw = toHex(encoded)
    expect(await ask('eth_sendRawTransaction', [raw])).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: toHex(blocks.find(({ header }) => header.number === height + 1)!.transactions[0]!.hash),
    })
  })

  it('passes on errors of the upstream with their data', async () => {
    const { ask } = await syncingNode()
    const call = { data: '0x63deadbeef6000526004601cfd' }
    const answer = await ask('eth_call', [call, 'latest'])
    expect(answer.error).toMatchObject({ code: -32015, data: '0xdeadbeef' })
    expect(answer).toEqual(await originAnswer('eth_call', [call, 'latest']))
  })

  it('refuses answers without a proof where the operator demands one', async () => {
    const { ask } = await syncingNode({ demandsProofs: true })
    expect((await ask('eth_getBlockByNumber', ['latest', true])).result).toMatchObject({
      number: quantity(height),
    })
    expect((await ask('eth_call', [{ data: '0x' }, 'latest'])).error?.message).toMatch(
      /cannot be verified; ask for/,
    )
    expect((await ask('eth_getTransactionReceipt', [`0x${'12'.repeat(32)}`])).result).toBeNull()
    await origin.set({ offers: 'plain' })
    const other = await syncingNode({ demandsProofs: true })
    expect((await other.ask('eth_getBalance', [`0x${'cd'.repeat(20)}`, 'latest'])).error?.message).toMatch(
      /cannot be verified/,
    )
  })
})

describe('an upstream that lies', () => {
  it('about an account is caught', async () => {
    const { ask, service } = await syncingNode()
    const account = toHex(laterTransactions.find(({ sender }) => sender)!.sender!)
    const { accountProof } = await origin.ask<{ accountProof: string[] }>('eth_getProof', [
      account,
      [],
      'latest',
    ])
    const last = accountProof.at(-1)!
    await origin.set({ replace: [last, `${last.slice(0, -2)}${last.endsWith('00') ? '01' : '00'}`] })
    expect((await ask('eth_getBalance', [account, 'latest'])).error?.message).toMatch(
      /false state.*do not trust/,
    )
    expect(service.upstream!.figures.failures.get('unproven')).toBe(1)
    await origin.set({ replace: null })
    expect((await ask('eth_getBalance', [account, 'latest'])).error).toBeUndefined()
  })

  it('about a block, a transaction or a receipt is caught', async () => {
    const { ask } = await syncingNode()
    const { header, transactions } = later.find(({ transactions: list }) => list.length > 1)!
    const { hash } = transactions[0]!
    for (const [field, method, params] of [
      ['miner', 'eth_getBlockByNumber', [quantity(header.number), false]],
      ['gasUsed', 'eth_getTransactionReceipt', [toHex(hash)]],
    ] as const) {
      const { [field]: value } = await origin.ask<Record<string, string>>(method, params)
      await origin.set({ replace: [`"${field}":"${value}"`, `"${field}":"${value!.slice(0, -1)}e"`] })
      expect((await ask(method, params)).error?.message).toMatch(/gives a wrong value/)
      await origin.set({ replace: null })
    }
  })
})

describe('an upstream in trouble', () => {
  it('of another network is refused, at the start and later', async () => {
    await origin.set({ replace: ['"result":"0x21"', '"result":"0x1e"'] })
    await expect(syncingNode()).rejects.toMatchObject({ code: 'wrong-network' })
    await origin.set({ replace: null })
    const genesis = toHex(blocks[0]!.header.parentHash)
    await origin.set({ replace: [genesis, `0x${'00'.repeat(32)}`] })
    await expect(syncingNode()).rejects.toThrow(/another genesis block/)
  })

  it('that cannot be reached leaves the node with its own blocks', async () => {
    const { ask, problems } = await syncingNode({ url: 'http://127.0.0.1:9/secret', timeoutMs: 500 })
    expect(problems).toEqual(['unreachable'])
    expect((await ask('eth_blockNumber', [])).result).toBe(quantity(ownHeight))
    expect((await ask('eth_getBlockByNumber', [quantity(height), false])).result).toBeNull()
  })

  it('that limits its rate gets no requests until the limit ends', async () => {
    let requests = 0
    const limited = await listening((_, response) => {
      requests++
      response.writeHead(429, { 'retry-after': '600' }).end()
    })
    const { ask, upstream } = await syncingNode()
    expect(upstream.isAhead).toBe(true)
    await origin.set({ status: 429 })
    expect((await ask('eth_call', [{ data: '0x' }, 'latest'])).error?.message).toMatch(/429; wait, or use/)
    await origin.set({ status: null })
    const other = await syncingNode({ url: limited })
    requests = 0
    for (let round = 0; round < 3; round++) {
      await expect(other.upstream.ask({ method: 'eth_call', params: [] }, {}, false)).rejects.toMatchObject({
        code: 'rate-limited',
      })
    }
    expect(requests).toBe(1)
  })

  it('that leads back to the node is refused', async () => {
    const first = 'ab'.repeat(8)
    const second = 'cd'.repeat(8)
    const node = await syncingNode({}, first)
    const number = quantity(height)
    expect((await node.ask('eth_getBlockByNumber', [number, false], second)).error).toBeUndefined()
    expect(
      (await node.ask('eth_getBlockByNumber', [number, false], `${first},${second}`)).error?.message,
    ).toMatch(/leads back to this node/)
    const chain = Array.from({ length: 8 }, () => second).join(',')
    expect((await node.ask('eth_getBlockByNumber', [number, false], chain)).error?.message).toMatch(
      /chain of upstreams/,
    )
    expect((await node.ask('eth_getBlockByNumber', [number, false], 'not of a node')).error).toBeUndefined()
  })

  it('receives the nodes that have forwarded a request, with its id and trace', async () => {
    const seen: unknown[] = []
    let isOpen = false
    const url = await listening((request, response) => {
      const { [hopsHeader]: hops, 'x-request-id': requestId, traceparent } = request.headers
      seen.push([hops, requestId, traceparent])
      if (!isOpen) return void response.writeHead(503).end()
      response.end('{"jsonrpc":"2.0","id":0,"result":"0x1"}')
    })
    const { upstream } = await syncingNode({ url, timeoutMs: 500 }, 'ab'.repeat(8))
    seen.length = 0
    isOpen = true
    const trace = { requestId: 'proxy-7', traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` }
    await upstream.ask({ method: 'eth_call', params: [] }, { hops: 'cd'.repeat(8), trace }, false)
    expect(seen).toEqual([[`${'cd'.repeat(8)},${'ab'.repeat(8)}`, trace.requestId, trace.traceparent]])
  })
})

it('sends the quick calls of several clients in one request', async () => {
  await origin.set({ offers: 'plain' })
  const { ask } = await syncingNode()
  await ask('eth_getBalance', [`0x${'ef'.repeat(20)}`, 'latest'])
  await origin.set({ reset: true })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      ask('eth_getBalance', [`0x${index.toString(16).padStart(40, '0')}`, 'latest']),
    ),
  )
  expect(answers.every(({ error }) => error === undefined)).toBe(true)
  expect(await origin.set({})).toBeLessThan(5)
})

async function listening(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
