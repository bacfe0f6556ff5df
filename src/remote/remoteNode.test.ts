import { afterEach, describe, expect, it } from 'vitest'
import { endpointUrl, shownEndpoint } from './endpointUrl.ts'
import { FetchTransport } from './fetchTransport.ts'
import type { RemoteCall } from './jsonAnswers.ts'
import { openEndpoint } from './openEndpoint.ts'
import type { RemoteLimits } from './remoteLimits.ts'
import { failureOf, remoteNodeCases } from './remoteNode.cases.ts'
import { type RemoteNode, retryAfterMs } from './remoteNode.ts'
import {
  answering,
  breaking,
  type Script,
  ScriptedEndpoint,
  silent,
  withStatus,
} from './scriptedEndpoint.cases.ts'
import { SocketTransport } from './socketTransport.ts'
import type { TransportParts } from './transport.ts'

let server: ScriptedEndpoint
let endpoint: RemoteNode
afterEach(() => {
  endpoint.close()
  server.close()
})

const open = async (scripts: Script[], limits: Partial<RemoteLimits> = {}): Promise<RemoteNode> => {
  server = await ScriptedEndpoint.open(...scripts)
  endpoint = openEndpoint({ url: server.url, limits, random: () => 0 })
  return endpoint
}

const call: RemoteCall = { method: 'eth_chainId', params: [] }
const numbered = (count: number): RemoteCall[] =>
  Array.from({ length: count }, (_, number) => ({ method: 'echo', params: [number] }))
const echo = answering(({ params }) => params[0])

describe('an endpoint', () => {
  it('sends calls in batches and returns the answers in their order', async () => {
    await open([echo], { batchSize: 10, connections: 2 })
    const answers = await endpoint.ask(numbered(25))
    expect(answers).toEqual(numbered(25).map(({ params }) => ({ result: params[0] })))
    expect(server.bodies.map(({ length }) => length).sort((a, b) => a - b)).toEqual([5, 10, 10])
  })

  it('sends shorter batches after the endpoint refuses one', async () => {
    const refusing: Script = (requests, response) => {
      if (requests.length > 3)
        response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch"}}')
      else echo(requests, response)
    }
    await open([refusing], { batchSize: 8, connections: 1 })
    expect(await endpoint.ask(numbered(16))).toHaveLength(16)
    expect(server.bodies.map(({ length }) => length)).toEqual([8, 4, 2, 2, 4, 2, 2, 2, 2, 2, 2])
  })

  it('may end its answer with the connection', async () => {
    await open([(_, { socket }) => void socket?.end('HTTP/1.0 200 OK\r\n\r\n{"id":0,"result":7}'), echo])
    expect(await endpoint.ask([call])).toEqual([{ result: 7 }])
    expect(await endpoint.ask(numbered(1))).toEqual([{ result: 0 }])
  })

  it('waits as long as a rate limit asks', async () => {
    await open([withStatus(429, { 'retry-after': '0' }), answering(() => '0x1e')])
    expect(await endpoint.ask([call])).toEqual([{ result: '0x1e' }])
    expect(server.bodies).toHaveLength(2)
  })

  it('reports a rate limit that lasts longer than its own time limit', async () => {
    await open([withStatus(429, { 'retry-after': '3600' })])
    const { kind } = await failureOf(endpoint.ask([call]))
    expect(kind).toBe('rate-limited')
    expect(server.bodies).toHaveLength(1)
  })

  it('recognises a rate limit in a JSON-RPC error', async () => {
    const limited: Script = (_, response) =>
      response.end('{"jsonrpc":"2.0","id":0,"error":{"code":-32005,"message":"limit"}}')
    await open([limited, answering(() => 1)])
    expect(await endpoint.ask([call])).toEqual([{ result: 1 }])
  })

  it.each<[string, Script, string]>([
    ['breaks the connection', breaking, 'lost'],
    ['answers broken JSON', withStatus(200, {}, '{"jsonrpc":"2.0","id":0,"resu'), 'malformed'],
    ['answers a list with foreign ids', withStatus(200, {}, '[{"id":7,"result":1}]'), 'malformed'],
    ['answers without a result', withStatus(200, {}, '{"id":0}'), 'malformed'],
    ['answers a number', withStatus(200, {}, '5'), 'malformed'],
    [
      'answers bytes that are not UTF-8',
      (_, response) => response.end(Buffer.from([0x22, 0xc0, 0x22])),
      'malformed',
    ],
    ['answers a page', withStatus(404, {}, '<html>'), 'refused'],
    ['has an internal error', withStatus(500), 'status'],
    ['is silent', silent, 'timeout'],
  ])('that %s fails with a code and without its key in the message', async (_, script, kind) => {
    await open([script], { attempts: 2, attemptMs: 300 })
    const error = await failureOf(endpoint.ask([call]))
    expect(error.kind).toBe(kind)
    expect(error.message).not.toContain('secret-key')
    expect(error.message).toContain('http://127.0.0.1')
  })

  it.each<[string, Script, string, string]>([
    [
      'wants another key',
      withStatus(403, {}, '{"error":{"message":"the key secret-key is unknown"}}'),
      'unauthorised',
      'HTTP status 403: the key … is unknown',
    ],
    [
      'has spent the quota of a key',
      withStatus(429, { 'retry-after': '3600' }, '{"message":"quota of secret-key is used up"}'),
      'rate-limited',
      'HTTP status 429: quota of … is used up',
    ],
    [
      'reports the same as JSON-RPC',
      withStatus(
        200,
        { 'retry-after': '3600' },
        '{"id":0,"error":{"code":-32005,"message":"secret-key: 5 calls"}}',
      ),
      'rate-limited',
      'its rate limit is reached: …: 5 calls',
    ],
  ])('that %s is quoted without its key', async (_, script, kind, message) => {
    await open([script])
    const error = await failureOf(endpoint.ask([call]))
    expect(error.kind).toBe(kind)
    expect(error.message).toContain(message)
  })

  it('is quoted without its key when it refuses a call', async () => {
    await open([withStatus(200, {}, '{"id":0,"error":{"code":-32601,"message":"not for secret-key"}}')])
    expect(await endpoint.ask([call])).toEqual([{ error: { code: -32601, message: 'not for …' } }])
  })

  it('refuses an answer that is too long', async () => {
    await open([answering(() => 'x'.repeat(5000))], { maximumAnswerBytes: 1000 })
    expect((await failureOf(endpoint.ask([call]))).kind).toBe('too-long')
    expect(server.bodies).toHaveLength(1)
  })

  it.each([
    ['nests deeper than 1024 levels', `${'['.repeat(2_000)}${']'.repeat(2_000)}`],
    ['has more than 83333 values', `[${'{},'.repeat(50_000)}{}]`],
  ])('refuses an answer that %s, without asking again', async (problem, result) => {
    await open([withStatus(200, {}, `{"jsonrpc":"2.0","id":0,"result":${result}}`)], {
      maximumAnswerBytes: 1_000_000,
    })
    const { kind, message } = await failureOf(endpoint.ask([call]))
    expect([kind, message]).toEqual(['too-long', expect.stringContaining(problem)])
    expect(server.bodies).toHaveLength(1)
  })

  it('does not count brackets and commas in strings', async () => {
    const text = `\\"${'[{,'.repeat(5_000)}\\\\`
    await open([answering(() => [text, text])], { maximumAnswerBytes: 1_000_000 })
    expect(await endpoint.ask([call])).toEqual([{ result: [text, text] }])
  })

  it('splits a batch whose answers are too long together', async () => {
    const long = answering(({ params }) => `${params[0]}${'x'.repeat(400)}`)
    await open([long], { maximumAnswerBytes: 1_000, connections: 1 })
    expect(await endpoint.ask(numbered(4))).toEqual(
      numbered(4).map(({ params }) => ({ result: `${params[0]}${'x'.repeat(400)}` })),
    )
    expect(server.bodies.map(({ length }) => length)).toEqual([4, 2, 2])
    await endpoint.ask(numbered(4))
    expect(server.bodies[3]).toHaveLength(4)
  })

  it.each(['1e308', '-32601.5', '"x"', '[]'])('replaces the code %s of an error by 0', async (code) => {
    await open([withStatus(200, {}, `{"jsonrpc":"2.0","id":0,"error":{"code":${code},"message":"no"}}`)])
    expect(await endpoint.ask([call])).toEqual([{ error: { code: 0, message: 'no' } }])
  })

  it('leaves out error data longer than any revert', async () => {
    const data = 'f'.repeat(2 << 20)
    await open([withStatus(200, {}, JSON.stringify({ id: 0, error: { code: 3, message: 'no', data } }))])
    expect(await endpoint.ask([call])).toEqual([{ error: { code: 3, message: 'no' } }])
  })

  it('stops retrying after its total time', async () => {
    await open([withStatus(503)], { totalMs: 100, attempts: 100 })
    expect((await failureOf(endpoint.ask([call]))).kind).toBe('status')
  })
})

describe('the text of an endpoint', () => {
  it('is mainnet, testnet or a URL of http', async () => {
    await open([silent])
    expect(endpointUrl('mainnet').hostname).toBe('public-node.rsk.co')
    expect(() => endpointUrl('ftp://a')).toThrow('over http or https, not ftp')
    expect(() => endpointUrl('no url')).toThrow('not a URL')
  })

  it.each([
    ['https://rpc.example.org', 'https://rpc.example.org'],
    ['https://rpc.example.org:444/KEY', 'https://rpc.example.org:444/…'],
    ['https://rpc.example.org/?apiKey=KEY', 'https://rpc.example.org/…'],
    ['https://KEY:secret@rpc.example.org/', 'https://rpc.example.org/…'],
  ])('%s is shown as %s', async (text, shown) => {
    await open([silent])
    expect(shownEndpoint(new URL(text))).toBe(shown)
  })
})

it.each([
  [undefined, undefined],
  ['7', 7_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['soon', undefined],
])('Retry-After %s asks for %s ms', async (header, expected) => {
  await open([silent])
  expect(retryAfterMs(header, 1_000)).toBe(expected)
})

describe.each([
  ['sockets', (parts: TransportParts) => new SocketTransport(parts), false],
  [
    'sockets to others',
    (parts: TransportParts) => new SocketTransport({ ...parts, isOfOthers: true }),
    false,
  ],
  ['fetch', (parts: TransportParts) => new FetchTransport(parts), true],
])('a remote node over %s', (_, openTransport, isFetch) => {
  remoteNodeCases(openTransport, isFetch)
})
