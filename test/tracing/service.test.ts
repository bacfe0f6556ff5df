import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createNode } from '../../src/index.ts'
import { callOf, endlessGas, loop, wideLoop } from './calls.ts'
import { openTracedService, posting, request, type TracedService } from './tracedService.ts'

/* Traces over HTTP, in batches, over WebSocket and from the library. */

const short = callOf('0x6001600201', 100_000)
const endless = request('debug_traceCall', ...callOf(wideLoop, endlessGas))

interface StructLogs {
  readonly structLogs: readonly { readonly op: string }[]
}

describe('traces over the service', () => {
  let service: TracedService
  beforeAll(async () => {
    service = await openTracedService({
      readers: { waitingPerOwner: 2 },
      limits: { longAnswerTimeoutMs: 20_000 },
    })
  })
  afterAll(async () => {
    expect(service.reported).toEqual([])
    await service.close()
  })

  /** Requests an endless trace and waits for its first bytes. */
  async function beginEndless() {
    const client = new AbortController()
    const response = await fetch(service.url, { ...posting(endless), signal: client.signal })
    const reader = response.body!.getReader()
    await reader.read()
    return { client, reader }
  }

  it('are answered in one piece if they are short', async () => {
    const { structLogs } = await service.result<StructLogs>('debug_traceCall', ...short)
    expect(structLogs.map(({ op }) => op)).toEqual(['PUSH1', 'PUSH1', 'ADD'])
  })

  it('do not delay light calls, and end when their client disconnects', async () => {
    const { client } = await beginEndless()
    for (let count = 0; count < 50; count++) {
      expect(await service.ask('eth_blockNumber')).toMatchObject({ result: '0x0' })
    }
    const waiting = service.result<StructLogs>('debug_traceCall', ...short)
    client.abort()
    expect((await waiting).structLogs).toHaveLength(3)
  })

  it('are refused while too many wait', async () => {
    const { client } = await beginEndless()
    const answers = Array.from({ length: 3 }, () => service.ask('debug_traceCall', ...short))
    const refused = { error: { code: -32005, message: 'limit exceeded', data: 'waiting calls' } }
    expect(await Promise.race(answers)).toMatchObject(refused)
    client.abort()
    const results = (await Promise.all(answers)).filter(({ error }) => error === undefined)
    expect(results).toHaveLength(2)
  })

  it('end after the timeout, with an error if no piece was sent yet', async () => {
    const hurried = await openTracedService({ node: { traces: { timeoutMs: 500 } } })
    try {
      const ready = { result: { reverted: false } }
      await expect.poll(() => hurried.ask('debug_traceCall', ...short)).toMatchObject(ready)
      const silent = callOf(loop, endlessGas, { tracer: 'callTracer' })
      expect(await hurried.ask('debug_traceCall', ...silent)).toMatchObject({
        error: { code: -32011, message: 'the trace took longer than the time allowed for it' },
      })
      const response = await fetch(hurried.url, posting(endless))
      await expect(response.text()).rejects.toThrow()
      expect(await hurried.ask('eth_blockNumber')).toMatchObject({ result: '0x0' })
    } finally {
      await hurried.close()
    }
  })

  it('have their position in a batch', async () => {
    const response = await fetch(
      service.url,
      posting([
        request('eth_chainId'),
        request('debug_traceCall', ...short),
        request('debug_traceTransaction', `0x${'ab'.repeat(32)}`),
        request('trace_block', '0x0'),
      ]),
    )
    expect(await response.json()).toMatchObject([
      { result: '0x21' },
      { result: { reverted: false } },
      { result: null },
      { result: [] },
    ])
  })

  it('are answered over WebSocket, beside other calls of the same connection', async () => {
    const socket = new WebSocket(service.url.replace('http', 'ws'))
    await new Promise((resolve) => socket.once('open', resolve))
    const answers: { id: number; result: unknown }[] = []
    socket.on('message', (data) => answers.push(JSON.parse(data.toString())))
    const { structLogs: _, ...members } = await service.result<StructLogs>('debug_traceCall', ...short)
    socket.send(JSON.stringify({ ...request('debug_traceCall', ...short), id: 2 }))
    socket.send(JSON.stringify({ ...request('eth_chainId'), id: 3 }))
    await expect.poll(() => answers).toHaveLength(2)
    expect(answers).toMatchObject([
      { id: 3, result: '0x21' },
      { id: 2, result: members },
    ])
    socket.terminate()
  })

  it('stop when the WebSocket is closed', async () => {
    const socket = new WebSocket(service.url.replace('http', 'ws'))
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify(endless))
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.terminate()
    expect((await service.result<StructLogs>('debug_traceCall', ...short)).structLogs).toHaveLength(3)
  })

  it('are available in the library, whose node ends them when it is closed', async () => {
    const node = await createNode()
    const [from, to] = node.accounts.map(({ address }) => address)
    const hash = await node.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
    const trace = await node.request({ method: 'trace_transaction', params: [hash] })
    expect(trace).toMatchObject([{ action: { from, to, value: '0x1' }, type: 'call', traceAddress: [] }])
    const params = callOf(loop, 1e7, { tracer: 'callTracer' })
    const running = node.request<unknown>({ method: 'debug_traceCall', params })
    const failed = expect(running).rejects.toMatchObject({ code: -32000, message: 'the node is closed' })
    node.close()
    await failed
  })
})
