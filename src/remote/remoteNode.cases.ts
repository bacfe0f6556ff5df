import { describe, expect, it, onTestFinished } from 'vitest'
import { clientHeaders } from './fleetHeaders.ts'
import type { RemoteCall } from './jsonAnswers.ts'
import type { NodeReply } from './nodeAnswer.ts'
import { type FailureKind, NodeFailure } from './nodeFailure.ts'
import type { RemoteLimits } from './remoteLimits.ts'
import { RemoteNode } from './remoteNode.ts'
import {
  answering,
  breaking,
  type Script,
  ScriptedEndpoint,
  silent,
  withStatus,
} from './scriptedEndpoint.cases.ts'
import type { Transport, TransportParts } from './transport.ts'

const call: RemoteCall = { method: 'echo', params: [7] }
const echo = answering(({ params }) => params[0])
const long = answering(() => 'x'.repeat(5_000))
const attempts = 1

/** The failure of a question that must fail. */
export const failureOf = async (asked: Promise<unknown>): Promise<NodeFailure> => {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(NodeFailure)
  return error as NodeFailure
}

/** What every transport behind `RemoteNode` does; `fetch` sees no trailers, and not why a connection fails. */
export function remoteNodeCases(openTransport: (parts: TransportParts) => Transport, isFetch: boolean): void {
  const openAt = (url: URL, limits: Partial<RemoteLimits> = {}): RemoteNode => {
    const { maximumAnswerBytes: maximumBytes = 1 << 20, connections: maximumConnections = 4 } = limits
    const transport = openTransport({ url, maximumBytes, maximumConnections })
    const node = new RemoteNode({ url, transport, limits, random: () => 0 })
    onTestFinished(() => node.close())
    return node
  }

  const open = async (scripts: Script[], limits?: Partial<RemoteLimits>) => {
    const server = await ScriptedEndpoint.open(...scripts)
    onTestFinished(() => server.close())
    return { server, node: openAt(server.url, limits) }
  }

  it('answers a call with its result, and with its error', async () => {
    const error = { code: -32601, message: 'no', data: [1] }
    const { node } = await open([echo, withStatus(200, {}, JSON.stringify({ id: 0, error }))])
    expect(await node.ask([call])).toEqual([{ result: 7 }])
    expect(await node.ask([call])).toEqual([{ error }])
  })

  it('answers batches in the order of their calls', async () => {
    const { node, server } = await open([echo], { batchSize: 4 })
    const calls = Array.from({ length: 10 }, (_, number) => ({ method: 'echo', params: [number] }))
    expect(await node.ask(calls)).toEqual(calls.map(({ params: [result] }) => ({ result })))
    expect(server.bodies.map(({ length }) => length).toSorted()).toEqual([2, 4, 4])
  })

  it('sends text beyond ASCII', async () => {
    const { node } = await open([echo])
    expect(await node.ask([{ method: 'echo', params: ['ñ € 😀'] }])).toEqual([{ result: 'ñ € 😀' }])
  })

  it.each<[string, Script, FailureKind]>([
    ['a silent node', silent, 'timeout'],
    ['a connection that breaks within the answer', breaking, 'lost'],
    [
      'a reply that is not HTTP',
      (_, { socket }) => void socket?.end('noise\r\n\r\n'),
      isFetch ? 'lost' : 'malformed',
    ],
    ['an answer that is not JSON', withStatus(200, {}, '<html>'), 'malformed'],
    ['an answer of more bytes than allowed', long, 'too-long'],
    [
      'the same in chunks',
      (requests, response) => {
        response.flushHeaders()
        long(requests, response)
      },
      'too-long',
    ],
    ['a node that is overloaded', withStatus(503), 'status'],
    ['a rate limit', withStatus(429, { 'retry-after': '0' }), 'rate-limited'],
  ])('fails for %s', async (_, script, kind) => {
    const { node } = await open([script], { attempts, attemptMs: 300, maximumAnswerBytes: 1_000 })
    expect((await failureOf(node.ask([call]))).kind).toBe(kind)
  })

  it('fails when nothing listens, and knows where it can that nothing was executed', async () => {
    const { server } = await open([echo])
    const { url } = server
    server.close()
    const { kind, isUntouched } = await failureOf(openAt(url, { attempts }).ask([call]))
    expect([kind, isUntouched]).toEqual(isFetch ? ['lost', false] : ['unreachable', true])
  })

  it('repeats a call after a broken connection, but not one that may be executed only once', async () => {
    const { node, server } = await open([breaking, echo])
    expect(await node.ask([call])).toEqual([{ result: 7 }])
    expect(server.bodies).toHaveLength(2)
    const { node: other, server: breaks } = await open([breaking, echo])
    await failureOf(other.ask([{ ...call, isOnce: true }]))
    expect(breaks.bodies).toHaveLength(1)
  })

  it('repeats a call that a rate limit has kept from being executed', async () => {
    const { node, server } = await open([withStatus(429, { 'retry-after': '0' }), echo])
    expect(await node.ask([{ ...call, isOnce: true }])).toEqual([{ result: 7 }])
    expect(server.bodies).toHaveLength(2)
  })

  it('sends nothing for a question that was abandoned before', async () => {
    const { node, server } = await open([echo])
    const asked = node.ask([call], { signal: AbortSignal.abort() })
    expect((await failureOf(asked)).kind).toBe('abandoned')
    expect(await node.ask([call])).toEqual([{ result: 7 }])
    expect(server.bodies).toHaveLength(1)
  })

  it('closes the connection of a question that is abandoned within its answer', async () => {
    const controller = new AbortController()
    let isClosed = false
    const { node } = await open([
      (_, response) => {
        response.on('close', () => {
          isClosed = true
        })
        response.write('{"jsonrpc":', () => controller.abort())
      },
    ])
    const { kind } = await failureOf(node.ask([call], { signal: controller.signal }))
    expect(kind).toBe('abandoned')
    await expect.poll(() => isClosed).toBe(true)
  })

  it('bounds the bytes of all answers that it receives at once', async () => {
    let begun = 0
    const half: Script = (_, response) => {
      response.write('x'.repeat(600), () => begun++)
    }
    const { node } = await open([half], { attempts, maximumBytesAtOnce: 1_000 })
    const { kind } = await failureOf(Promise.all([node.post({ body: '{}' }), node.post({ body: '{}' })]))
    expect([kind, begun]).toEqual(['too-long', 2])
  })

  it('uses a connection again, and another one after the node has closed it', async () => {
    const { node, server } = await open([
      echo,
      (requests, response) => {
        const { socket } = response
        response.on('finish', () => socket?.destroySoon())
        echo(requests, response)
      },
      echo,
    ])
    for (let count = 0; count < 3; count++) expect(await node.ask([call])).toEqual([{ result: 7 }])
    expect(server.connections).toBe(2)
  })

  it('passes on the hops and the trace of the client, and the user of the URL', async () => {
    const { node, server } = await open([echo])
    const url = new URL(server.url)
    url.username = 'ann'
    url.password = 'p@ss:1'
    const [hops, traceparent] = ['0123456789abcdef', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`]
    const trace = { requestId: 'r1', traceparent }
    const headers = clientHeaders({ name: 'bob', hasKey: true, errors: undefined, hops, trace })
    await node.ask([call], { headers })
    await openAt(url).ask([call])
    expect(server.headers[0]).toMatchObject({
      'x-cambium-hops': hops,
      traceparent,
      'x-request-id': 'r1',
      'x-cambium-client': 'key:bob',
    })
    expect(server.headers[1]).toMatchObject({ authorization: `Basic ${btoa('ann:p@ss:1')}` })
  })

  it('gives a long answer in pieces, and the work that follows it', async () => {
    const body = `"${'x'.repeat(1 << 19)}"`
    const { node } = await open([
      (_, response) => {
        response.writeHead(200, { trailer: 'x-cambium-work' })
        response.addTrailers({ 'x-cambium-work': '1600.040,8000000,2,' })
        response.end(body)
      },
    ])
    const { body: pieces, work } = await new Promise<NodeReply>((onAnswer, onFailure) => {
      node.begin({ body: '{}', timeoutMs: 20_000 }, { onAnswer, onFailure })
    })
    const received: Uint8Array[] = []
    for await (const piece of pieces as AsyncIterable<Uint8Array>) received.push(piece)
    expect(Buffer.concat(received).toString()).toBe(body)
    const told = { units: 1_600.04, gas: 8_000_000, logs: 2, errorCode: undefined }
    expect(work()).toEqual(isFetch ? [] : [told])
  })

  describe('over TLS', () => {
    const openSecure = async () => {
      const server = await ScriptedEndpoint.openSecure(echo)
      onTestFinished(() => server.close())
      return openAt(server.url, { attempts })
    }

    it('refuses a certificate that no authority has signed', async () => {
      await failureOf((await openSecure()).ask([call]))
    })

    it('asks when certificates are not checked', async () => {
      const { NODE_TLS_REJECT_UNAUTHORIZED: before = '1' } = process.env
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
      try {
        expect(await (await openSecure()).ask([call])).toEqual([{ result: 7 }])
      } finally {
        process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
      }
    })
  })
}
