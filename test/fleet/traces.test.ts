import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ask, stop } from '../processes/nodeProcess.ts'
import { useNodeFolder } from './nodeFolder.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
}

const nodes = useNodeFolder()
let collector: Server | undefined
afterEach(() => {
  collector?.closeAllConnections()
  collector?.close()
})

/** Collects the spans of all processes. */
async function openCollector() {
  const spans: Span[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (bytes) => (text += String(bytes)))
    request.on('end', () => {
      const { resourceSpans }: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] } = JSON.parse(text)
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.end('{}')
    })
  })
  collector = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces` }
}

describe('traces of OpenTelemetry', () => {
  it('follow a request from the gateway to the node and its reader thread, in the trace of the client', async () => {
    const { spans, url } = await openCollector()
    const secret = nodes.folder.write('secret', 'the-secret-of-a-fleet-that-is-tested-here')
    const traced = ['--fleet-secret-file', secret, '--traces-url', url, '--traces-one-in', '1']
    const node = await nodes.start('--network', 'regtest', ...traced)
    const gateway = await nodes.start('--role', 'gateway', '--nodes', `regtest=${node.url}`, ...traced)
    const trace = '0af7651916cd43dd8448eb211c80319c'
    // An endless loop of more than 200,000 gas, which goes on in a thread of readers.
    const loop = { data: '0x5b600056', gas: '0x100000' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [loop, 'latest'] })
    const headers = { 'content-type': 'application/json', traceparent: `00-${trace}-b7ad6b7169203331-01` }
    expect((await fetch(gateway.url, { method: 'POST', headers, body })).status).toBe(200)
    await ask(gateway.url, 'eth_chainId')
    // A process sends its remaining spans when it ends.
    expect(await Promise.all([stop(gateway.running), stop(node.running)])).toEqual([0, 0])
    const ours = spans.filter(({ traceId }) => traceId === trace)
    const [outer] = ours.filter(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331')
    const below = (parent: Span | undefined): Span | undefined =>
      ours.find(({ parentSpanId }) => parentSpanId === parent?.spanId)
    const chain = [outer, below(outer), below(below(outer)), below(below(below(outer)))]
    expect(chain.map((span) => [span?.name, span?.kind])).toEqual([
      ['eth_call', 2],
      [new URL(node.url).host + (new URL(node.url).pathname === '/' ? '' : new URL(node.url).pathname), 3],
      ['eth_call', 2],
      ['reader thread', 1],
    ])
    expect(spans.some(({ name, traceId }) => name === 'eth_chainId' && traceId !== trace)).toBe(true)
  })
})
