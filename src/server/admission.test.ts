import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { parseProxy } from './limits/clientAddress.ts'
import { openServerWorld, type RawConnection, TestNetwork, type WorldOptions } from './serverWorld.cases.ts'

/* Nothing is done for a caller before it is known, has its turn and has paid. */

const body = '{"jsonrpc":"2.0","id":7,"method":"test_name"}'
const post = (path = '/', length = body.length, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${more}content-length: ${length}\r\n\r\n`
const rate = { unitsPerSecond: 1, burst: 5 }

/** A server whose clock stands still, and a key that owes a minute. */
async function openWithDebtor(options: WorldOptions = {}) {
  const networks = [new TestNetwork('regtest', { test_huge: () => 'x'.repeat(2_000_000) })]
  const world = await openServerWorld({ needsKeys: true, networks, elapsedMs: () => 0, ...options })
  const path = `/${world.createKey({ rate })}`
  expect((await world.call('test_huge', path)).status).toBe(200)
  return { world, path }
}

describe('a client that owes more than it may', () => {
  it('is refused after the head of a long request, whose body is never sent', async () => {
    const { world, path } = await openWithDebtor()
    const connection = await world.connect()
    connection.socket.write(post(path, 5_000_000))
    await expect.poll(() => connection.received).toContain('HTTP/1.1 429 ')
    await connection.closed
  })

  it('reads the refusal while it still sends the body', async () => {
    const { world, path } = await openWithDebtor()
    const { status, body: answer } = await world.post(`"${'x'.repeat(4_000_000)}"`, path)
    expect([status, answer?.id]).toEqual([429, null])
  })

  it('is refused before a body is parsed that arrived with its head', async () => {
    const { world, path } = await openWithDebtor()
    const padded = `${body}${' '.repeat(10_000)}`
    const connection = await world.connect()
    connection.socket.write(`${post(path, padded.length)}${padded}`)
    await expect.poll(() => connection.received).toContain('"id":null')
    expect(connection.received).toContain('HTTP/1.1 429 ')
  })

  it('gets the id of a short request in its refusal', async () => {
    const { world, path } = await openWithDebtor()
    expect((await world.post(body, path)).body).toMatchObject({ id: 7, error: { code: -32005 } })
    const socket = await world.openSocket(path)
    socket.send(body)
    expect(await socket.next()).toMatchObject({ id: 7, error: { code: -32005 } })
  })

  it('loses a WebSocket over which it begins a long message', async () => {
    const { world, path } = await openWithDebtor()
    const socket = await world.openSocket(path)
    socket.send(`"${'x'.repeat(1_000_000)}"`)
    expect(await socket.closed).toBe(1008)
  })
})

describe('a body without a length', () => {
  it('is paid while it arrives', async () => {
    const world = await openServerWorld({ needsKeys: true, elapsedMs: () => 0 })
    const path = `/${world.createKey({ rate })}`
    expect((await world.post(body, path)).status).toBe(200)
    const connection = await world.connect()
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    connection.socket.write(
      post(path).replace(/content-length.*\r\n\r\n/, 'transfer-encoding: chunked\r\n\r\n') + chunk.repeat(2),
    )
    await sleep(50)
    expect(connection.received).toBe('')
    connection.socket.write(chunk.repeat(3))
    await expect.poll(() => connection.received).toContain('HTTP/1.1 429 ')
  })
})

describe('turns', () => {
  /** A server that is busy whenever a request arrives, and the order in which requests are answered. */
  async function openBusy(options: WorldOptions = {}) {
    const order: string[] = []
    const busy = (ms: number): null => {
      const endMs = performance.now() + ms
      while (performance.now() < endMs);
      return null
    }
    const networks = [
      new TestNetwork('regtest', {
        test_block: () => busy(300),
        test_slow: (_, client) => {
          order.push(client.name)
          return busy(3)
        },
      }),
    ]
    return { world: await openServerWorld({ networks, ...options }), order }
  }

  it.each([
    ['plain requests', ''],
    ['requests for a complete implementation of HTTP', 'te: trailers\r\n'],
    // After a stall between two sockets, the server takes the second for that of another turn and serves it without waiting.
  ])('are those of keys, not of the address of their proxy, for %s', { retry: 3 }, async (_, more) => {
    const { world, order } = await openBusy({ needsKeys: true })
    const [greedy, other] = [world.createKey(), world.createKey()]
    const call = '{"id":1,"method":"test_slow"}'
    const blocker = await world.connect()
    const connections: RawConnection[] = []
    for (let count = 0; count < 21; count++) connections.push(await world.connect())
    const block = '{"id":1,"method":"test_block"}'
    blocker.socket.write(`${post(`/${world.createKey()}`, block.length)}${block}`)
    // The requests arrive while the server is busy, so all wait for their turns; the other key's is the last.
    for (const [index, { socket }] of connections.entries()) {
      socket.write(`${post(`/${index < 20 ? greedy : other}`, call.length, more)}${call}`)
    }
    await expect.poll(() => order.length).toBe(21)
    const otherName = order.find((name) => name !== order[0])
    // It would be the last of one owner.
    expect(order.indexOf(otherName!)).toBeLessThan(20)
  })
})

const probe = 'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n'

describe('clients behind a trusted proxy', () => {
  it('have unread answers of their own', async () => {
    const networks = [new TestNetwork('regtest', { test_long: () => 'x'.repeat(20_000_000) })]
    const world = await openServerWorld({
      networks,
      proxies: [parseProxy('127.0.0.1')!],
      limits: { unreadAnswerBytes: 100_000_000, unreadAnswerBytesPerClient: 10_000_000 },
    })
    const call = '{"id":1,"method":"test_long"}'
    const { socket } = await world.connect()
    socket.pause()
    socket.write(`${post('/', call.length, 'x-forwarded-for: 192.0.2.1\r\n')}${call}`)
    const statusOf = async (address: string) =>
      (await world.post(body, '/', { 'x-forwarded-for': address })).status
    await expect.poll(() => statusOf('192.0.2.1')).toBe(429)
    expect(await statusOf('192.0.2.2')).toBe(200)
  })
})

describe('the head of a request', () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `x-${index}: a\r\n`).join('')

  it.each([
    ['plain', (count: number) => `${post('/', body.length, lines(count - 4))}${body}`],
    ['other', (count: number) => probe.replace('\r\n\r\n', `\r\n${lines(count - 2)}\r\n`)],
  ])('has at most 64 lines, if it is %s', async (_, request) => {
    const world = await openServerWorld()
    const statusOf = async (text: string): Promise<string> => {
      const connection = await world.connect()
      connection.socket.write(text)
      await expect.poll(() => connection.received).toContain('\r\n\r\n')
      return connection.received.slice(9, 12)
    }
    expect(await statusOf(request(64))).toBe('200')
    expect(await statusOf(request(65))).toBe('431')
  })

  it('has at most 16 KiB', async () => {
    const world = await openServerWorld()
    for (const [length, status] of [
      [15_000, '200'],
      [17_000, '431'],
    ] as const) {
      const connection = await world.connect()
      connection.socket.write(`${post('/', body.length, `x-long: ${'a'.repeat(length)}\r\n`)}${body}`)
      await expect.poll(() => connection.received.slice(9, 12)).toBe(status)
    }
  })

  it('with a long list of encodings gets plain text', async () => {
    const networks = [new TestNetwork('regtest', { test_long: () => 'x'.repeat(2_000) })]
    const world = await openServerWorld({ networks })
    const encodingFor = async (accepted: string) =>
      (await world.post({ id: 1, method: 'test_long' }, '/', { 'accept-encoding': accepted })).headers.get(
        'content-encoding',
      )
    expect(await encodingFor('gzip, x')).toBe('gzip')
    expect(await encodingFor(`gzip, ${'x, '.repeat(100)}y`)).toBeNull()
  })
})
