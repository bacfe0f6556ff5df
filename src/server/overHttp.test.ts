import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openServerWorld, rawRequest, TestNetwork } from './serverWorld.cases.ts'

const nameOfNetwork = { jsonrpc: '2.0', id: 1, method: 'test_name', params: [] }

describe('the HTTP status', () => {
  it.each([
    ['an unknown method', { id: 1, method: 'nonsense' }, -32601],
    ['text that is not JSON', '{', -32700],
    ['nothing', ' ', -32700],
    ['too deep nesting', '['.repeat(65) + ']'.repeat(65), -32600],
  ])('is 200 for %s', async (_, body, code) => {
    const world = await openServerWorld()
    const answer = await world.post(body)
    expect([answer.status, answer.body?.error?.code]).toEqual([200, code])
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'is 405 with the methods allowed for %s',
    async (method) => {
      const world = await openServerWorld()
      const { status, headers, body } = await world.fetch('/', { method })
      expect([status, headers.get('allow'), body?.error?.code]).toEqual([405, 'POST, OPTIONS', -32600])
    },
  )

  it('is 405 for a tunnel, and the connection ends', async () => {
    const world = await openServerWorld()
    const client = await world.connect()
    client.socket.write('CONNECT localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await client.closed
    expect(client.received).toMatch(/^HTTP\/1.1 405 /)
    expect(client.received).toContain('allow: POST, OPTIONS\r\n\r\n{"jsonrpc":"2.0"')
  })

  it.each(['text/plain', 'application/jsonrequest', 'application/x-www-form-urlencoded', ''])(
    'is 415 for the type "%s"',
    async (type) => {
      const world = await openServerWorld()
      const { status, body } = await world.post(nameOfNetwork, '/', { 'content-type': type })
      expect([status, body?.error?.code]).toEqual([415, -32600])
    },
  )

  it.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json-rpc',
    'application/json;',
  ])('is 200 for the type "%s"', async (type) => {
    const world = await openServerWorld()
    expect((await world.post(nameOfNetwork, '/', { 'content-type': type })).status).toBe(200)
  })

  it('is 413 for a body that is too large, with or without a content length', async () => {
    const world = await openServerWorld({ limits: { bodyBytes: 1000 } })
    for (const length of [1_001, 100_000]) {
      const { status, body } = await world.post('x'.repeat(length))
      expect([status, body?.error?.code]).toEqual([413, -32600])
    }
    const chunked = await world.connect()
    const head = 'POST / HTTP/1.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
    chunked.socket.write(`${head}400\r\n${'x'.repeat(1024)}\r\n0\r\n\r\n`)
    await expect.poll(() => chunked.received).toContain('413 Payload Too Large')
  })

  it('is sent before the body to clients that expect 100 Continue', async () => {
    const world = await openServerWorld({ limits: { bodyBytes: 100 } })
    const askFirst = async (length: number) => {
      const client = await world.connect()
      client.socket.write(
        `POST / HTTP/1.1\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\n\r\n`,
      )
      return client
    }
    const refused = await askFirst(101)
    await expect.poll(() => refused.received).toContain('413 Payload Too Large')
    const body = JSON.stringify(nameOfNetwork)
    const accepted = await askFirst(body.length)
    await expect.poll(() => accepted.received).toContain('100 Continue')
    accepted.socket.write(body)
    await expect.poll(() => accepted.received).toContain('"result":"regtest"')
  })

  it('is 200 with a parse error for a body that is not in UTF-8', async () => {
    const world = await openServerWorld()
    const client = await world.connect()
    const body = '{"id":"\xff\xfe","method":"test_name"}'
    const head = `POST / HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    client.socket.write(head + body, 'latin1')
    await expect.poll(() => client.received).toContain('"code":-32700')
    expect((await world.post({ id: '\ufffd', method: 'test_name' })).body).toMatchObject({ id: '\ufffd' })
  })
})

describe('connections and compression', () => {
  const long = 'ab'.repeat(2_000)
  const networks = [new TestNetwork('regtest', { test_long: () => long })]
  const ask = '{"jsonrpc":"2.0","id":1,"method":"test_long"}'

  it('connections stay open for the next request', async () => {
    const world = await openServerWorld()
    const client = await world.connect()
    const request = rawRequest('test_name')
    client.socket.write(request)
    await expect.poll(() => client.received).toContain('"result":"regtest"')
    client.received = ''
    client.socket.write(request + request)
    await expect.poll(() => client.received.match(/"result"/g)?.length).toBe(2)
  })

  it('offers of other protocols are ignored, and end the connection with the answer', async () => {
    const world = await openServerWorld()
    const client = await world.connect()
    const offer =
      'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n'
    const request = rawRequest('test_name').replace('content-type', `${offer}content-type`)
    client.socket.write(request)
    await client.closed
    expect(client.received).toContain('"result":"regtest"')
  })

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0.1, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])('long answers are compressed for clients that accept %s', async (accepted, encoding, decompress) => {
    for (const long of ['ab'.repeat(2_000), 'ab'.repeat(20_000)]) {
      const world = await openServerWorld({
        networks: [new TestNetwork('regtest', { test_long: () => long })],
      })
      const client = await world.connect()
      const chunks: Buffer[] = []
      client.socket.on('data', (chunk) => chunks.push(chunk))
      client.socket.write(
        `POST / HTTP/1.1\r\ncontent-type: application/json\r\nconnection: close\r\naccept-encoding: ${accepted}\r\ncontent-length: ${ask.length}\r\n\r\n${ask}`,
      )
      await client.closed
      const bytes = Buffer.concat(chunks)
      const end = bytes.indexOf('\r\n\r\n')
      expect(bytes.subarray(0, end).toString()).toContain(`content-encoding: ${encoding}`)
      expect(JSON.parse(decompress(bytes.subarray(end + 4)).toString())).toMatchObject({ result: long })
    }
  })

  it.each(['identity', 'gzip;q=0', 'deflate'])(
    'answers stay plain for clients that accept %s',
    async (accepted) => {
      const world = await openServerWorld({ networks })
      const { headers, body } = await world.post(ask, '/', { 'accept-encoding': accepted })
      expect([headers.get('content-encoding'), body?.result]).toEqual([null, long])
    },
  )

  it('short answers stay plain', async () => {
    const world = await openServerWorld()
    const { headers } = await world.post(nameOfNetwork, '/', { 'accept-encoding': 'gzip' })
    expect(headers.get('content-encoding')).toBeNull()
  })
})
