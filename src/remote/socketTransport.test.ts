import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { headHeader } from './fleetHeaders.ts'
import { beforeResult } from './nodeAnswer.ts'
import { NodeFailure } from './nodeFailure.ts'
import type { RemoteExchange } from './remoteExchange.ts'
import { RemoteNode } from './remoteNode.ts'
import { SocketTransport } from './socketTransport.ts'
import type { Lane } from './transport.ts'

/** One request as the node received it. */
interface Received {
  readonly connection: number
  readonly question: string
  readonly answer: (result: string, head?: string) => void
}

const patience = { timeout: 20_000, interval: 5 }
const closings: (() => void)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

/** A node that is scripted by hand, and the link of a gateway to it. */
async function openLink(script: (request: Received) => void) {
  const received: Received[] = []
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    const connection = sockets.push(socket) - 1
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      text += String(bytes)
      for (let end = text.indexOf('?'); end >= 0; end = text.indexOf('?')) {
        const question = text.slice(text.lastIndexOf('\n', end) + 1, end)
        text = text.slice(end + 1)
        const answer: Received['answer'] = (result, head) => void socket.write(replyOf(result, head))
        const request = { connection, question, answer }
        received.push(request)
        script(request)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = new URL(`http://127.0.0.1:${port}/`)
  const transport = new SocketTransport({ url, maximumBytes: 1 << 20, maximumConnections: 256 })
  const node = new RemoteNode({ url, transport })
  closings.push(() => {
    node.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const ask = (question: string, lane: Lane | 'own' = 'light', name = 'alice') => {
    let exchange: RemoteExchange | undefined
    const answer = new Promise<string>((resolve, reject) => {
      const asked = {
        body: `${question}?`,
        client: { name, hasKey: true, errors: undefined, hops: undefined, trace: undefined },
        beginning: beforeResult,
        lane: lane === 'own' ? undefined : lane,
        timeoutMs: 20_000,
      }
      exchange = node.begin(asked, {
        onAnswer: ({ body }) => resolve(String(body).slice(beforeResult.length + 1, -2)),
        onFailure: reject,
      })
    })
    // Some tests look at it later.
    answer.catch(() => {})
    return { answer, abandon: () => exchange?.abandon() }
  }
  return { received, sockets, ask }
}

function replyOf(result: string, head = ''): string {
  const body = `${beforeResult}"${result}"}`
  return `HTTP/1.1 200 OK\r\n${headHeader}: 7,0x${'a'.repeat(64)}\r\n${head}content-length: ${body.length}\r\n\r\n${body}`
}

describe('light reads', () => {
  it('of one turn share a connection, and each gets its own answer', async () => {
    const { received, ask } = await openLink(({ question, answer }) => answer(`to ${question}`))
    await ask('the connection is open').answer
    const questions = Array.from({ length: 20 }, (_, index) => `q${index}`)
    const asked = questions.map((question) => ask(question))
    expect(await Promise.all(asked.map(({ answer }) => answer))).toEqual(
      questions.map((question) => `to ${question}`),
    )
    expect(received.filter(({ connection }) => connection === 0).length).toBeGreaterThan(2)
  })

  it('do not share the connections of other reads', async () => {
    const { received, ask } = await openLink(() => {})
    for (const lane of ['own', 'light', 'own', 'calls'] as const) void ask('q', lane)
    await expect.poll(() => received.length, patience).toBe(4)
    expect(new Set(received.map(({ connection }) => connection)).size).toBe(4)
  })

  it('behind a slow one are sent again elsewhere, and late answers to them are discarded', async () => {
    const waiting: Received[] = []
    const { ask } = await openLink((request) => {
      const { question, connection, answer } = request
      if (question === 'next' || question === 'open') answer('right')
      else if (connection === 0) waiting.push(request)
      else {
        answer('again')
        for (const late of waiting) late.answer(`late to ${late.question}`)
      }
    })
    await ask('open').answer
    const [slow, second] = [ask('slow'), ask('second')]
    expect(await second.answer).toBe('again')
    expect(await slow.answer).toBe('late to slow')
    expect(await ask('next').answer).toBe('right')
  })

  it('behind the last answer of a node that drains are sent again', async () => {
    const { ask } = await openLink(({ question, connection, answer }) => {
      if (question === 'open') answer('yes')
      else if (question === 'first') answer('bye', 'connection: close\r\n')
      else if (connection > 0) answer('hello')
    })
    await ask('open').answer
    const asked = [ask('first'), ask('second')]
    expect(await Promise.all(asked.map(({ answer }) => answer))).toEqual(['bye', 'hello'])
  })

  it('that are abandoned do not take the answers of others', async () => {
    const { ask } = await openLink(({ question, answer }) => answer(`to ${question}`))
    const [first, second] = [ask('first'), ask('second')]
    first.abandon()
    expect(await second.answer).toBe('to second')
  })

  it.each([
    ['is lost', (socket: Socket) => void socket.destroy()],
    ['has replies that no node sends', (socket: Socket) => void socket.write('noise\r\n\r\n')],
  ])('fail together when the connection %s', async (_, end) => {
    const { ask, sockets } = await openLink(({ question, connection }) => {
      if (question === 'second') for (const socket of [sockets[connection], sockets[0]]) socket && end(socket)
    })
    for (const { answer } of [ask('first'), ask('second')]) {
      await expect(answer).rejects.toBeInstanceOf(NodeFailure)
    }
  })
})

describe('calls', () => {
  it('are spread over a few connections', async () => {
    const { received, ask } = await openLink(() => {})
    for (let count = 0; count < 40; count++) void ask('q', 'calls')
    await expect.poll(() => received.length, patience).toBeGreaterThanOrEqual(40)
    const connections = received.map(({ connection }) => connection)
    const counts = connections.map((one) => connections.filter((other) => other === one).length)
    expect(Math.max(...counts)).toBe(8)
  })

  it('of a client that had a slow one use connections of their own', async () => {
    const { received, ask } = await openLink(({ question, answer }) => {
      setTimeout(() => answer('yes'), question === 'slow' ? 50 : 0)
    })
    await ask('slow', 'calls').answer
    await Promise.all(['a', 'b'].map((question) => ask(question, 'calls').answer))
    await ask('other', 'calls', 'bob').answer
    const [slow, first, second, other] = received.map(({ connection }) => connection)
    expect(new Set([slow, first, second]).size).toBe(3)
    expect(other).toBe(slow)
  })
})
