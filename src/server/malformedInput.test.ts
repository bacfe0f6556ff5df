import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { openServerWorld, type ServerWorld, TestNetwork } from './serverWorld.cases.ts'

/* Malformed input on one connection does not affect the others. */

const valid = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'test_name',
  params: [{ a: ['0x1', null, true] }],
})
const networks = [new TestNetwork('regtest')]
const head = (length: number) =>
  `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

let world: ServerWorld
afterEach(async () => {
  expect((await world.call('test_name')).body?.result).toBe('regtest')
})

describe('a server survives', () => {
  it('bodies that are almost requests', async () => {
    world = await openServerWorld({ networks })
    const mutation = fc.tuple(fc.nat(valid.length), fc.nat(8), fc.string({ maxLength: 6, unit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const body = mutations.reduce(
          (text, [at, length, insert]) => text.slice(0, at) + insert + text.slice(at + length),
          valid,
        )
        const { status, text } = await world.post(body)
        expect(status).toBe(200)
        if (text !== '') expect(() => JSON.parse(text)).not.toThrow()
        expect(text).not.toContain('    at ')
      }),
      { numRuns: 80 },
    )
  })

  it('requests of any JSON', async () => {
    world = await openServerWorld({ networks })
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { status, text } = await world.post(JSON.stringify(value))
        expect(status).toBe(200)
        if (text !== '') expect(() => JSON.parse(text)).not.toThrow()
      }),
      { numRuns: 80 },
    )
  })

  it('requests with two Host headers, which it refuses', async () => {
    world = await openServerWorld({ networks })
    const connection = await world.connect()
    connection.socket.write(
      `${head(valid.length).replace('host: localhost\r\n', 'host: localhost\r\nhost: elsewhere\r\n')}${valid}`,
    )
    await connection.closed
    expect(connection.received).toMatch(/^HTTP\/1\.1 400 .*several Host headers/s)
  })

  it('any bytes on a connection', async () => {
    world = await openServerWorld({ networks, limits: { headersTimeoutMs: 200, requestTimeoutMs: 200 } })
    const samples = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), 40)
    const texts = [
      'hello\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
    ]
    const connections = await Promise.all(
      [...samples, ...texts.map((text) => Buffer.from(text))].map(async (bytes) => {
        const connection = await world.connect()
        connection.socket.write(bytes)
        return connection
      }),
    )
    await Promise.all(connections.map(({ closed }) => closed))
  })

  it.each([
    ['a body that does not come', head(100)],
    ['a body that stops', `${head(100)}{"id":`],
    ['a body without a length', `${head(100).replace(/content-length.*\r\n\r/, '\r')}${valid}`],
    ['headers that stop', 'POST / HTTP/1.1\r\nhost: local'],
    ['nothing said', ''],
  ])('%s: the connection is closed', async (_, text) => {
    world = await openServerWorld({
      networks,
      limits: { headersTimeoutMs: 100, requestTimeoutMs: 100, idleTimeoutMs: 300 },
    })
    const connection = await world.connect()
    connection.socket.write(text)
    await connection.closed
    expect(connection.received).not.toContain(' 200 ')
  })

  it('pieces of requests in any order', async () => {
    world = await openServerWorld({ networks, limits: { headersTimeoutMs: 100, requestTimeoutMs: 100 } })
    const request = `${head(valid.length)}${valid}`
    const piece = fc.constantFrom(
      request,
      request.replaceAll('\r\n', '\n'),
      request.replace('content-length', 'transfer-encoding: chunked\r\ncontent-length'),
      request.replace('1.1', '1.0'),
      head(5),
      head(10_000_000),
      `${head(3)}{}`,
      valid,
      '\r\n',
      '\r\n\r\n',
      'POST ',
      'x'.repeat(10_000),
    )
    const streams = fc.sample(fc.array(fc.tuple(piece, fc.boolean()), { minLength: 1, maxLength: 5 }), 60)
    const connections = await Promise.all(
      streams.map(async (pieces) => {
        const connection = await world.connect()
        for (const [text, isLate] of pieces) {
          if (isLate) await sleep(5)
          connection.socket.write(text)
        }
        connection.socket.end()
        return connection
      }),
    )
    await Promise.all(connections.map(({ closed }) => closed))
    const received = connections.map((connection) => connection.received).join('')
    expect(received).toContain(' 200 ')
    expect(received).not.toMatch(/HTTP\/1\.1 5\d\d| {4}at /)
  })

  it('headers that arrive slowly', async () => {
    world = await openServerWorld({ networks, limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } })
    const connection = await world.connect()
    connection.socket.write('POST / HTTP/1.1\r\n')
    const timer = setInterval(() => connection.socket.write('x-a: b\r\n'), 20)
    await connection.closed
    clearInterval(timer)
    expect(connection.received).toContain('408')
  })

  it('more bodies at once than it buffers', async () => {
    world = await openServerWorld({ networks, limits: { bufferedBodyBytes: 100_000 } })
    const connections = await Promise.all(Array.from({ length: 20 }, () => world.connect()))
    for (const { socket } of connections) socket.write(`${head(20_000)}${'x'.repeat(10_000)}`)
    await expect
      .poll(() => connections.filter(({ received }) => received.includes('503')).length)
      .toBeGreaterThanOrEqual(9)
    for (const { socket } of connections) socket.destroy()
    await expect.poll(async () => (await world.post(valid)).status).toBe(200)
  })

  it('clients that do not read their answers', async () => {
    const long = [new TestNetwork('regtest', { test_long: () => 'x'.repeat(20_000_000) })]
    world = await openServerWorld({ networks: long, limits: { unreadAnswerBytes: 30_000_000 } })
    const body = '{"id":1,"method":"test_long"}'
    const connections = await Promise.all(Array.from({ length: 4 }, () => world.connect()))
    for (const { socket } of connections) {
      socket.pause()
      socket.write(`${head(body.length)}${body}`)
    }
    await expect.poll(async () => (await world.call('test_name')).status).toBe(503)
    const client = await world.openSocket()
    expect(await client.call('test_name')).toMatchObject({ id: 1, error: { message: 'the server is busy' } })
    for (const { socket } of connections) socket.destroy()
    await expect.poll(async () => (await world.call('test_name')).status).toBe(200)
  })

  it('clients that disconnect during a request', async () => {
    world = await openServerWorld({ networks })
    for (const text of [head(100), `${head(100)}{`, `${head(valid.length)}${valid}`]) {
      const connections = await Promise.all(Array.from({ length: 20 }, () => world.connect()))
      for (const { socket } of connections) socket.write(text, () => socket.resetAndDestroy())
      await Promise.all(connections.map(({ closed }) => closed))
    }
  })

  it('several hundred idle connections', async () => {
    world = await openServerWorld({ networks })
    const connections = await Promise.all(Array.from({ length: 400 }, () => world.connect()))
    expect((await world.call('test_name')).body?.result).toBe('regtest')
    for (const { socket } of connections) socket.destroy()
  })

  it('more connections than its limit', async () => {
    world = await openServerWorld({ networks, limits: { connections: 5 } })
    const connections = await Promise.all(Array.from({ length: 8 }, () => world.connect()))
    await Promise.all(connections.slice(5).map(({ closed }) => closed))
    for (const { socket } of connections) socket.destroy()
    await expect
      .poll(() =>
        world.call('test_name').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  })

  it('WebSocket messages of any kind', async () => {
    world = await openServerWorld({ networks })
    const client = await world.openSocket()
    for (const bytes of fc.sample(fc.uint8Array({ maxLength: 100 }), 50)) client.socket.send(bytes)
    for (let count = 0; count < 50; count++) expect(await client.next()).toHaveProperty('error')
    expect(await client.call('test_name')).toMatchObject({ result: 'regtest' })
  })

  it('broken WebSocket frames and handshakes', async () => {
    world = await openServerWorld({ networks })
    const upgrade = 'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n'
    const handshake = `${upgrade}sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
    for (const text of [
      `${upgrade}\r\n`,
      `${handshake}\xff\xff\xff\xff\xff\xff`,
      `${handshake}\x81\x05hello`,
    ]) {
      const connection = await world.connect()
      connection.socket.write(text, 'latin1')
      await connection.closed
    }
  })
})
