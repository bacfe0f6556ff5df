import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { RpcError } from '../rpc/errors/errors.ts'
import { type Answered, hashAt, openGateway, openScriptedNodes } from './gatewayWorld.cases.ts'

const transactionHash = hashAt(77, 'f')

describe('a gateway', () => {
  it('answers with the results and errors of its nodes, and the ids of its clients', async () => {
    const [node] = await openScriptedNodes({
      eth_getBalance: ([address]) => `${address}`,
      eth_call: () => {
        throw new RpcError(-32_015, 'reverted', '0x01')
      },
    })
    const { post } = await openGateway([node!.url])
    const request = { jsonrpc: '2.0', id: 'é1', method: 'eth_getBalance', params: ['ü', 'latest'] }
    expect(await post(request)).toEqual({ jsonrpc: '2.0', id: 'é1', result: 'ü' })
    expect(await post({ jsonrpc: '2.0', id: 2, method: 'eth_call', params: [] })).toEqual({
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32_015, message: 'reverted', data: '0x01' },
    })
    expect(await post({ jsonrpc: '2.0', id: 3, method: 'fleet_status', params: [] })).toMatchObject({
      error: { code: -32_601 },
    })
  })

  it.each(['latest', '0x1'])('gives a node the long timeout for a read at %s', async (block) => {
    const [node] = await openScriptedNodes({
      eth_getBalance: async () => {
        await new Promise((resolve) => setTimeout(resolve, 400))
        return '0x7'
      },
    })
    const limits = { answerTimeoutMs: 50, longAnswerTimeoutMs: 10_000 }
    const { call } = await openGateway([node!.url], 1, {}, limits)
    expect(await call('eth_getBalance', `0x${'00'.repeat(20)}`, block)).toBe('0x7')
  })

  it('names the nodes that have forwarded a request to its own nodes', async () => {
    const [node] = await openScriptedNodes({ eth_chainId: (_, { hops }) => hops ?? null })
    const { url } = await openGateway([node!.url])
    const hopsAfter = async (hops: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', 'x-cambium-hops': hops }
      const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
      const answer = await fetch(url, { method: 'POST', headers, body })
      return ((await answer.json()) as { result: unknown }).result
    }
    expect(await hopsAfter('00112233aabbccdd')).toBe('00112233aabbccdd')
    expect(await hopsAfter('anything else')).toBeNull()
  })

  it('passes the request id and trace of a client on to its nodes, and drops malformed ones', async () => {
    const [node] = await openScriptedNodes({
      eth_chainId: (_, { trace }) => [trace?.requestId ?? null, trace?.traceparent ?? null],
    })
    const { url } = await openGateway([node!.url])
    const traced = async (given: Record<string, string>, isBatch = false): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', ...given }
      const call = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
      const answer = await fetch(url, { method: 'POST', headers, body: isBatch ? `[${call}]` : call })
      const body = (await answer.json()) as { result: unknown } | readonly { result: unknown }[]
      return 'result' in body ? body.result : body[0]?.result
    }
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    for (const isBatch of [false, true]) {
      expect(await traced({ 'x-request-id': 'proxy-7', traceparent }, isBatch)).toEqual([
        'proxy-7',
        traceparent,
      ])
    }
    expect(await traced({ 'x-request-id': 'not acceptable', traceparent: '00-00-00-00' })).toEqual([
      null,
      null,
    ])
    expect(await traced({})).toEqual([null, null])
  })

  it('sends a batch of reads to one node as a whole, and splits another in order', async () => {
    const seen: string[] = []
    const [node] = await openScriptedNodes({
      eth_chainId: () => '0x21',
      eth_accounts: () => {
        seen.push('accounts')
        return []
      },
    })
    const { post } = await openGateway([node!.url])
    const of = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] })
    expect(await post([of(1, 'eth_chainId'), of(2, 'eth_blockNumber')])).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x21' },
      { jsonrpc: '2.0', id: 2, result: '0x1' },
    ])
    expect(await post([of(1, 'eth_accounts'), of(2, 'eth_nothing'), of(3, 'eth_chainId')])).toMatchObject([
      { id: 1, result: [] },
      { id: 2, error: { code: -32_601 } },
      { id: 3, result: '0x21' },
    ])
    expect(seen).toEqual(['accounts'])
  })

  it('answers the reads of a batch from heights that do not fall, whole or split', async () => {
    const [low, high] = await openScriptedNodes({ eth_accounts: () => [] }, {})
    low!.moveTo(50)
    high!.moveTo(51)
    const { post, endpoint } = await openGateway([low!.url, high!.url])
    await vi.waitUntil(
      () => endpoint.nodes.bestHeight === 51 && endpoint.nodes.nodes[0]!.height === 50,
      20_000,
    )
    const of = (method: string) => ({ jsonrpc: '2.0', id: method, method, params: [] })
    const height = of('eth_blockNumber')
    for (const batch of [
      [height, height, height],
      [height, of('eth_accounts'), height, of('eth_accounts'), height],
    ]) {
      for (let count = 0; count < 10; count++) {
        const answers: unknown = await post(batch)
        const heights = (answers as readonly Answered[])
          .filter(({ id }) => id === 'eth_blockNumber')
          .map(({ result }) => Number(result))
        expect(heights).toEqual(heights.toSorted((a, b) => a - b))
      }
    }
  })

  it('never asks a node behind the block of the request', async () => {
    const blocks = { eth_getBlockByNumber: () => null }
    const [low, high] = await openScriptedNodes(blocks, blocks)
    low!.moveTo(10)
    high!.moveTo(20)
    const { call, endpoint } = await openGateway([low!.url, high!.url])
    await vi.waitUntil(
      () => endpoint.nodes.bestHeight === 20 && endpoint.nodes.nodes[0]!.height === 10,
      20_000,
    )
    for (let count = 0; count < 10; count++) {
      await call('eth_blockNumber')
      await call('eth_getBlockByNumber', '0xf', false)
    }
    expect(low!.called).toEqual([])
    expect(high!.called).toHaveLength(20)
  })

  it('does not let a client see a lower block after a higher one', async () => {
    const [first, second] = await openScriptedNodes({}, {})
    first!.moveTo(50)
    second!.moveTo(50)
    const { call, endpoint } = await openGateway([first!.url, second!.url])
    const heights = () => endpoint.nodes.nodes.map(({ height }) => height)
    await vi.waitUntil(() => heights().join() === '50,50', 20_000)
    first!.moveTo(51)
    await vi.waitUntil(() => heights().join() === '51,50', 20_000)
    for (let count = 0; count < 20; count++) {
      if (Number(await call('eth_blockNumber')) === 51) break
    }
    second!.called.length = 0
    for (let count = 0; count < 10; count++) expect(await call('eth_blockNumber')).toBe('0x33')
    expect(second!.called).toEqual([])
    const answer = first!.close().then(() => call('eth_blockNumber'))
    setTimeout(() => second!.moveTo(51), 300)
    expect(await answer).toBe('0x33')
    second!.moveTo(49)
    await vi.waitUntil(() => heights()[1] === 49, 20_000)
    await expect(call('eth_blockNumber')).rejects.toMatchObject({
      message: /no node is at block 51 yet/,
    })
  })

  it('asks another node when one fails, drains or answers garbage', async () => {
    const garbage = createServer((socket) => {
      // The gateway may reset the connection before it has read the answer.
      socket.on('error', () => {})
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nnonsense'))
    })
    await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void garbage.close())
    const address = garbage.address()
    const port = typeof address === 'object' ? address?.port : 0
    const [first, second] = await openScriptedNodes({}, {})
    const urls = [`http://127.0.0.1:${port}/`, first!.url, second!.url]
    const { call, endpoint } = await openGateway(urls, 2)
    const load = Array.from({ length: 40 }, async (_, count) => {
      await new Promise((resolve) => setTimeout(resolve, 10 * count))
      return call('eth_blockNumber')
    })
    await first!.close()
    expect(new Set(await Promise.all(load))).toEqual(new Set(['0x1']))
    expect(endpoint.nodes.nodes.map(({ problem }) => problem === undefined)).toEqual([false, false, true])
    const { ready, reasons } = endpoint.readiness()
    expect(ready).toBe(true)
    expect(reasons).toEqual(['2 of 3 nodes are away'])
  })

  it('answers 503 while no node can be asked, so that a balancer asks another gateway', async () => {
    const { url } = await openGateway(['http://127.0.0.1:1/'], 0)
    const headers = { 'content-type': 'application/json' }
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
    const answer = await fetch(url, { method: 'POST', headers, body })
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('no node of the network can answer now')
    const probe = await fetch(new URL('/ready/regtest', url))
    expect(probe.status).toBe(503)
    const { networks } = JSON.parse(await probe.text())
    expect(networks.regtest.reasons).toEqual(['1 of 1 nodes is away'])
  })

  it('refuses a node of another network, and says so', async () => {
    const [node] = await openScriptedNodes({})
    node!.chainId = 30
    const { call, endpoint, logged } = await openGateway([node!.url], 0)
    await vi.waitUntil(() => logged.some(({ event }) => event === 'node-away'), 20_000)
    expect(endpoint.readiness()).toMatchObject({ ready: false, reasons: [/its chain id is 30, not 33/] })
    await expect(call('eth_blockNumber')).rejects.toMatchObject({ code: -32_000, message: /no node/ })
  })

  it('hedges a slow read, and the first answer wins', async () => {
    const slow = { eth_getBalance: () => new Promise<string>((resolve) => setTimeout(resolve, 3_000, '0x1')) }
    const [first, second] = await openScriptedNodes(slow, { eth_getBalance: () => '0x2' })
    const { call, endpoint } = await openGateway([first!.url, second!.url])
    for (let count = 0; count < 2; count++) expect(await call('eth_getBalance', '0x0', 'latest')).toBe('0x2')
    expect(endpoint.nodes.nodes.some(({ counts }) => counts.hedges > 0)).toBe(true)
  })

  it('asks another node of the same height for a transaction that the first one does not have', async () => {
    const [without, having] = await openScriptedNodes(
      { eth_getTransactionByHash: () => null },
      { eth_getTransactionByHash: () => ({ hash: transactionHash }) },
    )
    const { call } = await openGateway([without!.url, having!.url])
    for (let count = 0; count < 4; count++) {
      expect(await call('eth_getTransactionByHash', transactionHash)).toEqual({ hash: transactionHash })
    }
  })
})
