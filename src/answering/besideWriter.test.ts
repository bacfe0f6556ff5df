import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localMiningSettings } from '../mining/inputs/miningSettings.ts'
import type { Node } from '../node/node.ts'
import { openNode } from '../node/openNode.ts'
import { ReaderNode } from '../node/readerNode.ts'
import { toHex } from '../primitives/hex.ts'
import { toQuantity } from '../primitives/quantity.ts'
import { WorkMeter } from '../rpc/budget/workMeter.ts'
import { RpcError, writerAway } from '../rpc/errors/errors.ts'
import type { Json } from '../rpc/json/json.ts'
import { plainResult, resultText } from '../rpc/json/result.ts'
import { StreamedJson } from '../rpc/json/streamedJson.ts'
import { defaultCallSettings } from '../rpc/method/context.ts'
import { HttpWriter } from '../service/writer/httpWriter.ts'
import type { Writer } from '../service/writer/writer.ts'
import { WriterFeeds } from '../service/writer/writerFeeds.ts'
import { RpcService } from './rpcService.ts'
import { readingNode } from './withoutWriter.ts'

const client = { name: 'alice' }
const neverFails = (error: unknown): never => {
  throw error
}
let folder: string
let writing: Node
let reading: ReaderNode
const ends: (() => void)[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cambium-reader-'))
  writing = await openNode({ dataFolder: folder, flush: 'none' })
  reading = ReaderNode.open({ dataFolder: folder })
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})
afterAll(() => {
  reading.close()
  writing.close()
  rmSync(folder, { recursive: true })
})

function serviceOf(
  node: ConstructorParameters<typeof RpcService>[0],
  parts: { onlyReads?: { writer: Writer | undefined } },
) {
  const service = new RpcService(node, {
    settings: {
      clientVersion: 'test',
      errors: 'rootstock',
      ...defaultCallSettings,
      ...(parts.onlyReads && { gasLimitTarget: localMiningSettings.gasLimitTarget }),
    },
    now: Date.now,
    random: randomBytes,
    report: (error) => {
      throw error
    },
    readers: null,
    ...parts,
  })
  ends.push(() => service.close())
  return service
}

const openReader = (writer?: Writer): RpcService => serviceOf(readingNode(reading), { onlyReads: { writer } })

async function ask(service: RpcService, method: string, ...params: Json[]): Promise<unknown> {
  const response = await service.envelope.handle({ id: 1, method, params }, client)
  if (response === undefined) return undefined
  return 'error' in response ? response.error : plainResult(response.result)
}

/** A writer in this process that records the methods it was asked. */
function writerOver(service: RpcService) {
  const asked: string[] = []
  const writer: Writer = {
    answers: true,
    async call({ method, params }) {
      asked.push(method)
      return (await ask(service, method, ...(params as Json[]))) as Json
    },
  }
  return { writer, asked }
}

describe('a process that only reads', () => {
  it('answers from the folder, as its writer stores it', async () => {
    const service = openReader()
    writing.local?.mine()
    await expect.poll(() => ask(service, 'eth_blockNumber')).toBe(toQuantity(writing.chain.head.number))
    const hash = toHex(writing.chain.head.hash)
    expect(await ask(service, 'eth_getBlockByHash', hash, false)).toMatchObject({ hash })
    expect(await ask(service, 'eth_getBalance', `0x${'00'.repeat(20)}`, 'latest')).toBe('0x0')
  })

  it('asks the writer for state outside the folder, and for filters', async () => {
    const { writer, asked } = writerOver(serviceOf(writing, {}))
    const service = openReader(writer)
    const [from, to] = (await ask(service, 'eth_accounts')) as string[]
    const hash = (await ask(service, 'eth_sendTransaction', { from: from!, to: to!, value: '0x1' })) as string
    await expect.poll(() => ask(service, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    const filter = (await ask(service, 'eth_newBlockFilter')) as string
    await ask(service, 'evm_mine')
    expect(await ask(service, 'eth_getFilterChanges', filter)).toEqual([toHex(writing.chain.head.hash)])
    expect(await ask(service, 'eth_getTransactionCount', from!, 'pending')).toBe('0x1')
    expect(await ask(service, 'eth_call', { to: to! }, 'pending')).toBe('0x')
    const local = new Set(asked)
    expect([...local]).toEqual([
      'eth_accounts',
      'eth_sendTransaction',
      'eth_newBlockFilter',
      'evm_mine',
      'eth_getFilterChanges',
      'eth_getTransactionCount',
      'eth_call',
    ])
  })

  it.each([
    ['txpool_content'],
    ['eth_getTransactionByHash', `0x${'ab'.repeat(32)}`],
    ['net_peerCount'],
    ['eth_newBlockFilter'],
    ['eth_call', {}, 'pending'],
    ['eth_subscribe', 'newPendingTransactions'],
  ] as const)('says that %s needs the writer when it does not know one', async (method, ...params) => {
    expect(await ask(openReader(), method, ...params)).toMatchObject({
      code: -32000,
      message: expect.stringContaining('needs the node that writes'),
    })
  })

  it('answers every read of the stored chain without its writer', async () => {
    const writer = serviceOf(writing, {})
    const [from, to] = (await ask(writer, 'eth_accounts')) as string[]
    const hash = (await ask(writer, 'eth_sendTransaction', { from: from!, to: to!, value: '0x1' })) as string
    await expect.poll(() => reading.chain.head.hash).toEqual(writing.chain.head.hash)
    let asked = 0
    const away: Writer = {
      answers: false,
      async call() {
        asked++
        throw writerAway()
      },
    }
    const questions = [
      ['eth_getTransactionByHash', hash],
      ['debug_getRawTransaction', hash],
      ['eth_estimateGas', { from: from!, to: to!, value: '0x1' }],
      ['eth_estimateGas', { from: from!, to: to!, value: '0x1' }, '0x1'],
      ['eth_getTransactionCount', from!, 'latest'],
      ['eth_gasPrice'],
      ['eth_maxPriorityFeePerGas'],
      ['eth_syncing'],
    ] as const
    for (const service of [openReader(), openReader(away)]) {
      for (const [method, ...params] of questions) {
        expect([method, await ask(service, method, ...params)]).toEqual([
          method,
          await ask(writer, method, ...params),
        ])
      }
      expect(await ask(service, 'eth_accounts')).toEqual([])
      expect(await ask(service, 'net_listening')).toBe(false)
    }
    expect(asked).toBe(0)
    expect(await ask(openReader(away), 'txpool_content')).toMatchObject({
      code: -32000,
      message: 'this node reads only: its writer does not answer',
    })
  })

  it('answers from the folder when a call finds that the writer is away', async () => {
    let answers = true
    const dying: Writer = {
      get answers() {
        return answers
      },
      async call() {
        answers = false
        throw writerAway()
      },
    }
    expect(await ask(openReader(dying), 'eth_accounts')).toEqual([])
  })

  it('reports to a gateway its own head and whether its writer answers', async () => {
    const gateway = { name: 'gateway', isGateway: true }
    for (const answers of [true, false]) {
      const writer: Writer = { answers, call: () => Promise.reject(new Error('asked')) }
      const service = openReader(writer)
      const response = await service.envelope.handle({ id: 1, method: 'fleet_status', params: [] }, gateway)
      const { number, hash } = reading.chain.head
      expect(response).toMatchObject({
        result: { number, hash: toHex(hash), isSyncing: false, writerAnswers: answers },
      })
    }
  })

  it('delivers the pending transactions of the writer once, even after the writer has lost its filter', async () => {
    let filters = 0
    const told = new Map<string, string[]>()
    const writer: Writer = {
      answers: true,
      async call({ method, params }) {
        const [id] = params as string[]
        if (method === 'eth_newPendingTransactionFilter') {
          told.set(`0x${++filters}`, [`0xaa${filters}`])
          return `0x${filters}`
        }
        if (method === 'eth_uninstallFilter') return told.delete(id!)
        const news = told.get(id!)
        if (news === undefined) throw new RpcError(-32000, 'filter not found')
        told.set(id!, [])
        return news
      },
    }
    const feeds = new WriterFeeds(writer, neverFails)
    const heard: string[] = []
    const leave = feeds.newPendingTransactions('alice', (hash) => heard.push(JSON.parse(hash)))
    await expect.poll(() => heard).toEqual(['0xaa1'])
    told.clear()
    await expect.poll(() => heard).toEqual(['0xaa1', '0xaa2'])
    leave()
    await expect.poll(() => told.size).toBe(0)
  })

  it('notifies subscribers when the writer starts and finishes catching up', async () => {
    let status: Json = false
    let asked = 0
    const writer: Writer = {
      answers: true,
      async call() {
        asked++
        return status
      },
    }
    const heard: unknown[] = []
    const leave = new WriterFeeds(writer, neverFails).syncing('alice', (text) => heard.push(JSON.parse(text)))
    ends.push(leave)
    await expect.poll(() => asked).toBeGreaterThan(0)
    status = { startingBlock: '0x0', currentBlock: '0x1', highestBlock: '0x9' }
    const syncing = { syncing: true, status: { startingBlock: 0, currentBlock: 1, highestBlock: 9 } }
    await expect.poll(() => heard).toEqual([syncing])
    status = false
    await expect.poll(() => heard).toEqual([syncing, false])
  })

  it('announces the blocks that the writer adds and undoes', async () => {
    const events: string[] = []
    reading.chain.on('block', ({ number }) => events.push(`+${number}`))
    reading.chain.on('reorg', ({ abandoned }) => events.push(...abandoned.map(({ number }) => `-${number}`)))
    writing.local?.mine()
    const { number: first } = writing.chain.head
    await expect.poll(() => events.at(-1)).toBe(`+${first}`)
    events.length = 0
    for (let count = 0; count < 3; count++) writing.local?.mine()
    await expect.poll(() => events).toEqual([`+${first + 1}`, `+${first + 2}`, `+${first + 3}`])
    writing.local?.rollBack(first + 1)
    await expect.poll(() => events.slice(3)).toEqual([`-${first + 3}`, `-${first + 2}`])
    // More blocks than one announcement has.
    for (let count = 0; count < 260; count++) writing.local?.mine()
    await expect.poll(() => events.at(-1)).toBe(`+${first + 261}`)
    expect(events).toHaveLength(265)
  })

  it('refuses a folder without a writer of this version', () => {
    expect(() => ReaderNode.open({ dataFolder: join(folder, 'elsewhere') })).toThrow(
      expect.objectContaining({ code: 'folder-missing' }),
    )
  })
})

describe('the writer over HTTP', () => {
  let server: Server
  let answers: (body: string) => string | undefined
  const heard: unknown[] = []
  /** Whether it answers health checks; otherwise it is silent, like a suspended process. */
  let isHealthy: boolean
  beforeEach(async () => {
    heard.length = 0
    isHealthy = true
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        if (request.url === '/health') {
          if (isHealthy) response.end('{}')
          return
        }
        heard.push([request.url, request.headers['x-cambium-client'], JSON.parse(body)])
        const answer = answers(body)
        if (answer === undefined) response.destroy()
        else if (answer !== '') response.setHeader('x-cambium-work', '1600.060,8000000,3,').end(answer)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  function openWriter(timeoutMs?: number): HttpWriter {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mainnet`
    const writer = new HttpWriter({
      url,
      fleetSecret: 's'.repeat(32),
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
    ends.push(() => writer.close())
    return writer
  }
  const call = { method: 'eth_gasPrice', params: [], client }

  it('gets the call with its client, and returns its result', async () => {
    answers = () => '{"jsonrpc":"2.0","id":0,"result":"0x5"}'
    expect(await openWriter().call(call)).toBe('0x5')
    expect(heard).toEqual([
      ['/mainnet', 'guest:alice', { jsonrpc: '2.0', id: 0, method: 'eth_gasPrice', params: [] }],
    ])
  })

  it('gets the nodes that the call has passed, by which it notices a loop', async () => {
    let hops: unknown
    server.on('request', ({ url, headers }) => {
      if (url !== '/health') hops = headers['x-cambium-hops']
    })
    answers = () => '{"jsonrpc":"2.0","id":0,"result":"0x5"}'
    const passed = `${'ab'.repeat(8)},${'cd'.repeat(8)}`
    await openWriter().call({ ...call, client: { ...client, hops: passed } })
    expect(hops).toBe(passed)
  })

  it.each(['0', 'null'])('passes its errors on, which have the id %s', async (id) => {
    answers = () =>
      `{"jsonrpc":"2.0","id":${id},"error":{"code":-32010,"message":"nonce too low","data":"0x"}}`
    await expect(openWriter().call(call)).rejects.toMatchObject({
      code: -32010,
      message: 'nonce too low',
      data: '0x',
    })
  })

  it.each([
    ['breaks the connection', undefined],
    ['sends no JSON', '<html>'],
    ['sends no answer of JSON-RPC', '[]'],
    ['sends an error without a code', '{"error":{"message":"x"}}'],
    ['sends neither result nor error', '{"id":1}'],
  ])('is away when it %s, and is asked once', async (_, answer) => {
    answers = () => answer
    const away = 'this node reads only: its writer does not answer'
    await expect(openWriter().call(call)).rejects.toMatchObject({ code: -32000, message: away })
    expect(heard).toHaveLength(1)
    await expect(openWriter().call({ ...call, isSubmission: true })).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining('look it up'),
    })
    expect(heard).toHaveLength(2)
  })

  it('fails calls at once while it is silent, and gets them when it answers again', async () => {
    isHealthy = false
    answers = () => '{"jsonrpc":"2.0","id":0,"result":"0x5"}'
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mainnet`
    const writer = new HttpWriter({ url, healthTimeoutMs: 50 })
    ends.push(() => writer.close())
    await expect.poll(() => writer.answers).toBe(false)
    await expect(writer.call({ ...call, isSubmission: true })).rejects.toMatchObject({
      message: 'this node reads only: its writer does not answer',
    })
    expect(heard).toEqual([])
    isHealthy = true
    await expect.poll(() => writer.answers).toBe(true)
    expect(await writer.call(call)).toBe('0x5')
  })

  it('is away when it sends bytes forever', async () => {
    server.removeAllListeners('request')
    server.on('request', (request, response) => {
      request.resume()
      if (request.url === '/health') {
        response.end()
        return
      }
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    })
    const writer = openWriter(300)
    await expect(writer.call(call)).rejects.toMatchObject({ code: -32000 })
  })

  it('limits the places of one client, and leaves places for others', async () => {
    answers = () => '{"jsonrpc":"2.0","id":0,"result":"0x5"}'
    const writer = openWriter()
    const many = await Promise.allSettled(Array.from({ length: 300 }, () => writer.call(call)))
    expect(many.filter(({ status }) => status === 'rejected')).toHaveLength(300 - 128)
    const calls = Array.from({ length: 128 }, () => writer.call(call))
    expect(await writer.call({ ...call, client: { name: 'bob' } })).toBe('0x5')
    await Promise.all(calls)
  })

  it('is not parsed when its answer is long', async () => {
    const long = `"${'x'.repeat(2 << 20)}"`
    answers = () => `{"jsonrpc":"2.0","id":0,"result":${long}}`
    const result = await openWriter().call(call)
    expect(result).toBeInstanceOf(StreamedJson)
    expect(await resultText(result)).toBe(long)
    answers = () => `[${long}]`
    await expect(openWriter().call(call)).rejects.toMatchObject({ code: -32000 })
  })

  it.each([
    ['a short answer', '"0x5"'],
    ['a long answer', `"${'x'.repeat(2 << 20)}"`],
  ])('is paid for the work of %s, which it reports', async (_, result) => {
    answers = () => `{"jsonrpc":"2.0","id":0,"result":${result}}`
    const meter = new WorkMeter()
    await openWriter().call({ ...call, meter })
    expect(meter.work(0)).toEqual({ units: 1_600.06, gas: 8_000_000, logs: 3, bytes: 0 })
  })

  it('is paid for the work of a call that fails', async () => {
    answers = () => '{"jsonrpc":"2.0","id":0,"error":{"code":3,"message":"reverted"}}'
    const meter = new WorkMeter()
    await expect(openWriter().call({ ...call, meter })).rejects.toMatchObject({ code: 3 })
    expect(meter.work(0)).toMatchObject({ gas: 8_000_000, logs: 3 })
  })

  it('loses the connection of a call that is abandoned, whose place another call gets', async () => {
    answers = () => ''
    let closed = 0
    server.on('connection', (socket) => socket.on('close', () => closed++))
    const writer = openWriter()
    const stops: (() => void)[] = []
    const calls = Array.from({ length: 128 }, () =>
      writer.call({ ...call, onStart: (stop) => void stops.push(stop) }),
    )
    await expect.poll(() => heard.length).toBe(128)
    await expect(writer.call(call)).rejects.toMatchObject({ code: -32005, data: 'waiting calls' })
    for (const stop of stops) stop()
    expect((await Promise.allSettled(calls)).every(({ status }) => status === 'rejected')).toBe(true)
    await expect.poll(() => closed).toBe(128)
    answers = () => '{"jsonrpc":"2.0","id":0,"result":"0x5"}'
    expect(await writer.call(call)).toBe('0x5')
  })

  it('is away when nothing listens', async () => {
    const writer = new HttpWriter({ url: 'http://127.0.0.1:1' })
    await expect(writer.call(call)).rejects.toMatchObject({ code: -32000 })
  })
})
