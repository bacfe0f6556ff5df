import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Json } from '../rpc/json/json.ts'
import { parseProxy, type TrustedProxies } from './limits/forwardedAddress.ts'
import { silentLogger } from './log/log.cases.ts'
import { openServer } from './server.ts'
import { openServerWorld, TestEndpoint } from './serverWorld.cases.ts'

const nameOfNetwork = { jsonrpc: '2.0', id: 1, method: 'test_name', params: [] }

describe('base URLs', () => {
  it.each([
    ['/', 'regtest'],
    ['/regtest', 'regtest'],
    ['/mainnet', 'mainnet'],
    ['/mainnet/', 'mainnet'],
    ['/any-key', 'regtest'],
    ['/main', 'regtest'],
    ['/?query=1', 'regtest'],
    ['/mainnet/any-key', 'mainnet'],
    ['/any-key?query=1', 'regtest'],
  ])('%s leads to %s', async (path, network) => {
    const world = await openServerWorld()
    expect((await world.call('test_name', path)).body?.result).toBe(network)
  })

  it.each(['/unknown/any-key', '/mainnet/key/more', `/${'k'.repeat(600)}`])(
    '%s leads nowhere',
    async (path) => {
      const world = await openServerWorld()
      const { status, body } = await world.call('test_name', path)
      expect([status, body?.error?.code]).toEqual([404, -32600])
    },
  )

  it.each(['/mainet', '/Mainnet', '/MAINET/any-key', '/mannet?query=1', '/mainnets/'])(
    '%s is a misspelt network, which is answered with its name, not by the first network',
    async (path) => {
      const world = await openServerWorld()
      const { status, body } = await world.call('test_name', path)
      expect([status, body?.error?.code]).toEqual([404, -32600])
      expect(body?.error?.message).toContain('did you mean /mainnet?')
    },
  )

  it('an unknown path that resembles no network is refused without a suggestion', async () => {
    const { body } = await (await openServerWorld()).call('test_name', '/unknown/any-key')
    expect(body?.error?.message).toBe('invalid request: no network at this path')
  })

  it('a port that is in use is an error that leaves no server open', async () => {
    const { port } = await openServerWorld()
    await expect(openServerWorld({ port, hasAdmin: true })).rejects.toThrow('EADDRINUSE')
  })

  it('two networks cannot have the same name', async () => {
    const endpoints = [new TestEndpoint('regtest'), new TestEndpoint('regtest')]
    await expect(openServerWorld({ endpoints })).rejects.toThrow('same name')
  })
})

describe('keys', () => {
  it('are required when the server is configured so, and the refusal has the id of the request', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const { status, body } = await world.post({ ...nameOfNetwork, id: 'mine' }, '/')
    expect(status).toBe(401)
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: 'mine',
      error: { code: -32020, message: 'missing or invalid API key' },
    })
  })

  it('are refused with the same message when unknown, malformed, revoked or expired', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const revoked = world.keyring.create({ label: 'revoked' })
    world.keyring.revoke(revoked.key.id)
    const keys = [
      '',
      'nonsense',
      `cambium_${'0'.repeat(12)}_${'A'.repeat(43)}`,
      `${world.createKey().slice(0, -1)}!`,
      revoked.text,
      world.createKey({ expiresAt: 1 }),
    ]
    const answers = await Promise.all(keys.map((key) => world.post(nameOfNetwork, `/${key}`)))
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 401))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it('are refused with 403 on the networks that they are not for', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const { status, body } = await world.call('test_name', `/${world.createKey({ networks: ['mainnet'] })}`)
    expect([status, body?.error?.code]).toEqual([403, -32020])
    expect(body?.error?.message).toBe('the API key is not valid for this network')
  })

  it.each(['x-api-key', 'authorization'])('are accepted in the header %s', async (header) => {
    const world = await openServerWorld({ needsKeys: true })
    const headerOf = (key: string) => (header === 'authorization' ? `Bearer ${key}` : key)
    const post = (key: string, path = '/') => world.post(nameOfNetwork, path, { [header]: headerOf(key) })
    const key = world.createKey()
    expect((await post(key)).body?.result).toBe('regtest')
    expect((await post(key, '/mainnet')).body?.result).toBe('mainnet')
    expect((await post(key, `/mainnet/${key}`)).body?.result).toBe('mainnet')
    expect((await post(`${key}x`)).status).toBe(401)
    expect((await post(world.createKey({ networks: ['mainnet'] }))).status).toBe(403)
  })

  it('are refused when a request names two of them, even if both are valid', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const [one, other] = [world.createKey(), world.createKey()]
    const statusOf = async (path: string, headers: Record<string, string>) =>
      (await world.post(nameOfNetwork, path, headers)).status
    expect(await statusOf(`/${one}`, { 'x-api-key': other })).toBe(401)
    expect(await statusOf(`/${one}`, { authorization: `Bearer ${other}` })).toBe(401)
    expect(await statusOf('/', { authorization: `bearer ${one}`, 'x-api-key': other })).toBe(401)
    expect(await statusOf('/', { authorization: `bearer ${one}`, 'x-api-key': one })).toBe(200)
    expect(await statusOf(`/${one}`, { authorization: 'Basic dXNlcjpwYXNz' })).toBe(200)
  })

  it('are refused when the same header names two of them', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const body = JSON.stringify(nameOfNetwork)
    const statusOf = async (keys: readonly string[]) => {
      const headers = keys.map((key) => `authorization: Bearer ${key}\r\n`).join('')
      const { socket } = await world.connect()
      const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
      socket.write(
        `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${headers}` +
          `content-length: ${body.length}\r\n\r\n${body}`,
      )
      return Number((await answer).slice(9, 12))
    }
    const [one, other] = [world.createKey(), world.createKey()]
    expect([await statusOf([one]), await statusOf([one, one])]).toEqual([200, 200])
    expect(await statusOf([one, other])).toBe(401)
  })

  it.each([
    ['read directly', (length: number, body: string) => `content-length: ${length}\r\n\r\n${body}`],
    [
      'read by the complete implementation of HTTP',
      (length: number, body: string) =>
        `transfer-encoding: chunked\r\n\r\n${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ])('that are invalid end the connection, when the request is %s', async (_, write) => {
    const world = await openServerWorld({ needsKeys: true })
    const connection = await world.connect()
    const body = JSON.stringify(nameOfNetwork)
    const head = 'POST /wrong HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
    connection.socket.write(head + write(body.length, body))
    await connection.closed
    expect(connection.received).toMatch(/^HTTP\/1.1 401 [^{]*connection: close/i)
  })

  it('that are not needed leave each address its own filters', async () => {
    const endpoints = [new TestEndpoint('regtest', { test_caller: (_, { name }) => name })]
    const world = await openServerWorld({ endpoints })
    const body = '{"id":1,"method":"test_caller"}'
    const callerFrom = async (localAddress: string) => {
      const connection = await world.connect(localAddress)
      connection.socket.write(
        `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
      await expect.poll(() => connection.received).toContain('"result"')
      return connection.received.split('"result":')[1]
    }
    expect(await callerFrom('127.0.0.1')).toBe(await callerFrom('127.0.0.1'))
    expect(await callerFrom('127.0.0.1')).not.toBe(await callerFrom('127.0.0.2'))
  })

  it('that are not needed leave each client of a trusted proxy its own filters', async () => {
    const endpoints = [new TestEndpoint('regtest', { test_caller: (_, { name }) => name })]
    const callers = async (proxies: TrustedProxies) => {
      const world = await openServerWorld({ endpoints, proxies })
      const callerFor = async (client: string) =>
        (await world.post({ id: 1, method: 'test_caller' }, '/', { 'x-forwarded-for': client })).body?.result
      return [await callerFor('203.0.113.7'), await callerFor('203.0.113.8')]
    }
    expect(await callers([parseProxy('127.0.0.1')!])).toEqual(['203.0.113.7', '203.0.113.8'])
    expect(await callers([])).toEqual(['127.0.0.1', '127.0.0.1'])
  })

  it('in headers are ignored where no keys are needed', async () => {
    const world = await openServerWorld()
    const headers = { 'x-api-key': 'one', authorization: 'Bearer other' }
    expect((await world.post(nameOfNetwork, '/third', headers)).body?.result).toBe('regtest')
  })

  it('give access to their networks', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const anywhere = world.createKey()
    const mainnet = world.createKey({ networks: ['mainnet'] })
    expect((await world.call('test_name', `/${anywhere}`)).body?.result).toBe('regtest')
    expect((await world.call('test_name', `/mainnet/${anywhere}`)).body?.result).toBe('mainnet')
    expect((await world.call('test_name', `/mainnet/${mainnet}`)).body?.result).toBe('mainnet')
    expect((await world.call('test_name', `/mainnet`)).status).toBe(401)
  })

  it('can be limited to some methods, in batches too', async () => {
    const methods = { eth_call: () => 1, eth_sign: () => 2, net_version: () => 3 }
    const world = await openServerWorld({
      needsKeys: true,
      endpoints: [new TestEndpoint('regtest', methods)],
    })
    const key = world.createKey({ methods: ['net', 'eth_call'] })
    const names = ['eth_call', 'eth_sign', 'net_version']
    const { text } = await world.post(
      names.map((method, id) => ({ id, method })),
      `/${key}`,
    )
    expect(JSON.parse(text)).toMatchObject([
      { id: 0, result: 1 },
      { id: 1, error: { code: -32601, message: 'the method eth_sign does not exist/is not available' } },
      { id: 2, result: 3 },
    ])
  })

  it('can be limited to some web pages', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const path = `/${world.createKey({ origins: ['https://good.example'] })}`
    const statusFrom = async (origin: string) => (await world.post(nameOfNetwork, path, { origin })).status
    expect(await statusFrom('https://good.example')).toBe(200)
    expect(await statusFrom('https://evil.example')).toBe(400)
  })

  it('are required on a public address unless the server is made public', async () => {
    const opening = openServer({
      host: '0.0.0.0',
      port: 0,
      endpoints: [new TestEndpoint('regtest')],
      access: { mode: 'open' },
      logger: silentLogger,
      now: Date.now,
      random: (length) => new Uint8Array(length),
    })
    await expect(opening).rejects.toThrow('can be reached from outside')
  })

  it('never appear in logs and metrics', async () => {
    const clock = { ms: 1 }
    const world = await openServerWorld({ needsKeys: true, hasAdmin: true, now: () => clock.ms })
    const key = world.createKey()
    await world.call('test_name', `/${key}`)
    await world.call('test_name', `/${key}x`)
    const client = await world.openSocket(`/${key}`)
    await client.call('test_name')
    world.breakKeys(`no file of this name: ${key}`)
    clock.ms += 1_000
    await world.call('test_name', `/${key}`)
    const secret = key.slice(-43)
    expect(JSON.stringify(world.logged)).toContain('no file of this name: cambium_')
    expect(JSON.stringify(world.logged)).not.toContain(secret)
    expect(await world.metrics()).not.toContain(secret)
  })

  it('identify the client that filters belong to', async () => {
    const endpoints = [new TestEndpoint('regtest', { test_who: (_, { name }) => name })]
    const world = await openServerWorld({ needsKeys: true, endpoints })
    const { key, text } = world.keyring.create({ label: 'test' })
    expect((await world.call('test_who', `/${text}`)).body?.result).toBe(key.id)
  })
})

describe('over a limit', () => {
  it('a batch that is too long costs one unit', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const path = `/${world.createKey({ dailyUnits: 2 })}`
    expect((await world.post(Array(101).fill(nameOfNetwork), path)).body?.error?.code).toBe(-32600)
    expect((await world.call('test_name', path)).status).toBe(200)
    expect((await world.call('test_name', path)).status).toBe(429)
  })

  it('of the rate the answer is 429 with the time to wait', async () => {
    const clock = { ms: 0 }
    const world = await openServerWorld({ needsKeys: true, elapsedMs: () => clock.ms })
    const path = `/${world.createKey({ rate: { unitsPerSecond: 0.5, burst: 2 } })}`
    const ask = () => world.post(nameOfNetwork, path)
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
    const { status, headers, body } = await ask()
    expect([status, headers.get('retry-after')]).toEqual([429, '2'])
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32005, message: 'limit exceeded', data: 'requests per second' },
    })
    clock.ms += 2_000
    expect((await ask()).status).toBe(200)
  })

  it('of the rate a key does not wait longer when the clock of the system is set back', async () => {
    const clock = { ms: 1_000_000_000 }
    const elapsed = { ms: 0 }
    const world = await openServerWorld({
      needsKeys: true,
      now: () => clock.ms,
      elapsedMs: () => elapsed.ms,
    })
    const path = `/${world.createKey({ rate: { unitsPerSecond: 1, burst: 1 } })}`
    expect((await world.call('test_name', path)).status).toBe(200)
    clock.ms -= 3_600_000
    elapsed.ms += 1_000
    expect((await world.call('test_name', path)).status).toBe(200)
    expect((await world.call('test_name', path)).status).toBe(429)
  })

  it('of the day the key waits for the next one, and costly methods count more', async () => {
    const hourMs = 60 * 60 * 1000
    const clock = { ms: 20 * hourMs }
    const endpoints = [new TestEndpoint('regtest', { test_costly: () => true })]
    const world = await openServerWorld({ needsKeys: true, endpoints, now: () => clock.ms })
    const path = `/${world.createKey({ dailyUnits: 12 })}`
    expect((await world.call('test_costly', path)).status).toBe(200)
    const { status, headers, body } = await world.call('test_costly', path)
    expect([status, headers.get('retry-after')]).toEqual([429, String(4 * 60 * 60)])
    expect(body?.error?.data).toBe('requests per day')
    expect((await world.post([nameOfNetwork, nameOfNetwork], path)).status).toBe(200)
    expect((await world.call('test_name', path)).status).toBe(429)
    clock.ms += 4 * hourMs
    expect((await world.call('test_costly', path)).status).toBe(200)
  })
})

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
  const endpoints = [new TestEndpoint('regtest', { test_long: () => long })]
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
        endpoints: [new TestEndpoint('regtest', { test_long: () => long })],
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
      const world = await openServerWorld({ endpoints })
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

describe('batches', () => {
  const batch = async (body: Json, limits = {}) => (await openServerWorld({ limits })).post(body)

  it('are answered in order, with an error per request and without notifications', async () => {
    const { text } = await batch([
      { id: 2, method: 'test_name' },
      { method: 'test_name' },
      { id: 1, method: 'nonsense' },
    ])
    expect(JSON.parse(text)).toMatchObject([
      { id: 2, result: 'regtest' },
      { id: 1, error: { code: -32601 } },
    ])
  })

  it('of notifications only have an empty answer', async () => {
    const { status, text } = await batch([{ method: 'test_name' }])
    expect([status, text]).toEqual([200, ''])
  })

  it('have between one and a hundred items', async () => {
    const items = (length: number) => Array.from({ length }, (_, id) => ({ id, method: 'test_name' }))
    expect((await batch([])).body?.error?.code).toBe(-32600)
    expect(JSON.parse((await batch(items(100))).text)).toHaveLength(100)
    expect((await batch(items(101))).body?.error).toMatchObject({
      code: -32600,
      message: 'Cannot dispatch batch requests. 100 is the max number of supported batch requests',
    })
  })

  it('are bounded in time and length as a whole', async () => {
    const methods = {
      test_long: () => 'x'.repeat(600),
      test_slow: () => new Promise<Json>((resolve) => setTimeout(() => resolve(true), 40)),
    }
    const world = await openServerWorld({
      endpoints: [new TestEndpoint('regtest', methods)],
      limits: { answerBytes: 1_000, longAnswerTimeoutMs: 60 },
    })
    const codes = async (method: string) => {
      const { text } = await world.post([1, 2, 3, 4].map((id) => ({ id, method })))
      const answers: { error?: { code: number } }[] = JSON.parse(text)
      return answers.map(({ error }) => error?.code)
    }
    expect(await codes('test_long')).toEqual([undefined, -32011, -32011, -32011])
    expect(await codes('test_slow')).toEqual([undefined, undefined, -32011, -32011])
  })
})

describe('answers', () => {
  it('to notifications are empty', async () => {
    const world = await openServerWorld()
    const { status, text } = await world.post({ method: 'test_name' })
    expect([status, text]).toEqual([200, ''])
  })

  it('that take too long or become too long are errors', async () => {
    const methods = {
      test_never: () => new Promise<Json>(() => {}),
      test_long: () => 'x'.repeat(10_000),
    }
    const world = await openServerWorld({
      endpoints: [new TestEndpoint('regtest', methods)],
      limits: { answerBytes: 5_000, answerTimeoutMs: 20 },
    })
    expect((await world.call('test_never')).body).toMatchObject({ id: 1, error: { code: -32011 } })
    expect((await world.call('test_long')).body).toMatchObject({
      id: 1,
      error: { code: -32011, message: 'Response size limit of 5000 bytes exceeded' },
    })
  })

  it('to methods that fail unforeseen have no details', async () => {
    const secret = 'password in a stack trace'
    const methods = {
      test_throw: () => {
        throw new Error(secret)
      },
      test_reject: () => Promise.reject(new Error(secret)),
    }
    const endpoint = new TestEndpoint('regtest', methods)
    const world = await openServerWorld({ endpoints: [endpoint] })
    for (const method of Object.keys(methods)) {
      const { body, text } = await world.call(method)
      expect(body).toMatchObject({ id: 1, error: { code: -32603, message: 'Internal server error' } })
      expect(text).not.toContain(secret)
    }
    expect(endpoint.reported).toHaveLength(2)
  })

  it('have the id of the request, given or new', async () => {
    const world = await openServerWorld()
    const idOf = async (headers: Record<string, string>) =>
      (await world.post(nameOfNetwork, '/', headers)).headers.get('x-request-id')
    expect(await idOf({ 'x-request-id': 'from-proxy.1' })).toBe('from-proxy.1')
    const [first, second] = [await idOf({ 'x-request-id': 'not acceptable' }), await idOf({})]
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/)
    expect(second).not.toBe(first)
    expect(JSON.stringify(world.logged)).toContain(`"requestId":"${first}"`)
  })
})

describe('hosts and origins', () => {
  const askAs = async (host: string, options = {}) => {
    const world = await openServerWorld(options)
    const client = await world.connect()
    const body = JSON.stringify(nameOfNetwork)
    client.socket.write(
      `POST / HTTP/1.1\r\n${host}content-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await client.closed
    return Number(client.received.split(' ')[1])
  }

  it.each([
    '',
    'host: \r\n',
    'host: localhost:4444\r\n',
    'host: LOCALHOST\r\n',
    'host: 127.0.0.1\r\n',
    'host: [::1]:4444\r\n',
  ])('the loopback may be asked with "%s"', async (host) => expect(await askAs(host)).toBe(200))

  it.each([
    'evil.example',
    'evil.example:4444',
    '10.1.2.3',
    '127.0.0.1.evil.example',
    '%%%',
    'localhost, evil.example',
  ])('the loopback may not be asked as %s', async (host) =>
    expect(await askAs(`host: ${host}\r\n`)).toBe(400),
  )

  it('other addresses accept any name, or the configured ones', async () => {
    const host = '0.0.0.0'
    expect(await askAs('host: any.example\r\n', { host })).toBe(200)
    expect(await askAs('host: good.example:80\r\n', { host, hosts: ['good.example'] })).toBe(200)
    expect(await askAs('host: any.example\r\n', { host, hosts: ['good.example'] })).toBe(400)
  })

  it('pages of any origin may use the local chain, and listed ones the other networks', async () => {
    const endpoints = [new TestEndpoint('regtest'), new TestEndpoint('mainnet', {}, ['https://good.example'])]
    const world = await openServerWorld({ endpoints })
    const ask = async (path: string, origin: string) => {
      const { status, headers } = await world.post(nameOfNetwork, path, { origin })
      return [status, headers.get('access-control-allow-origin'), headers.get('vary')]
    }
    expect(await ask('/', 'https://any.example')).toEqual([200, '*', null])
    expect(await ask('/mainnet', 'https://good.example')).toEqual([200, 'https://good.example', 'origin'])
    expect(await ask('/mainnet', 'https://any.example')).toEqual([400, null, null])
  })

  it('pages of this machine are those whose origin has a loopback name', async () => {
    const world = await openServerWorld({ endpoints: [new TestEndpoint('regtest', {}, ['loopback'])] })
    const own = ['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:8545', 'http://LOCALHOST']
    for (const origin of own) {
      const { status, headers } = await world.post(nameOfNetwork, '/', { origin })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin])
    }
    const foreign = [
      'https://any.example',
      'http://localhost.evil.example',
      'http://127.evil.example',
      'http://localhost@evil.example',
      'file://localhost',
      'loopback',
      'null',
    ]
    for (const origin of foreign) {
      const { status, body } = await world.post(nameOfNetwork, '/', { origin })
      expect([origin, status]).toEqual([origin, 400])
      expect(body?.error?.message).toContain('networks.regtest.origins')
    }
  })

  it.each(['personal_listAccounts', 'evm_mine'])(
    'pages of other machines may not call %s, whatever origins are allowed',
    async (method) => {
      const origin = 'https://app.example'
      for (const origins of ['*', [origin]] as const) {
        const endpoint = new TestEndpoint(
          'regtest',
          { [method]: () => 'done', eth_mine: () => 'done' },
          origins,
        )
        const world = await openServerWorld({ endpoints: [endpoint] })
        const ask = async (name: string, headers: Record<string, string>) =>
          (await world.post({ jsonrpc: '2.0', id: 1, method: name, params: [] }, '/', headers)).body
        expect((await ask(method, { origin }))?.error).toMatchObject({ code: -32601 })
        expect((await ask('eth_mine', { origin }))?.result).toBe('done')
        expect((await ask(method, {}))?.result).toBe('done')
        const socket = await world.openSocket('/', { origin })
        expect((await socket.call(method)).error).toMatchObject({ code: -32601 })
      }
    },
  )

  it('pages get the answer to their preflight', async () => {
    const world = await openServerWorld()
    const { status, headers } = await world.fetch('/key', {
      method: 'OPTIONS',
      headers: { origin: 'https://any.example', 'access-control-request-method': 'POST' },
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(headers.get('access-control-allow-methods')).toContain('POST')
    expect(headers.get('access-control-allow-headers')).toContain('content-type')
  })

  it('pages of other origins get no CORS headers, and other mistakes keep their statuses', async () => {
    const world = await openServerWorld({ endpoints: [new TestEndpoint('regtest', {}, [])] })
    const askWith = (method: string, headers: object) =>
      world.fetch('/', { method, headers: { origin: 'https://any.example', ...headers } })
    const preflight = await askWith('OPTIONS', { 'access-control-request-method': 'POST' })
    expect(preflight.status).toBe(200)
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect((await askWith('GET', {})).status).toBe(405)
    expect((await askWith('POST', {})).status).toBe(415)
    expect((await askWith('POST', { 'content-type': 'application/json' })).status).toBe(400)
  })
})

describe('operators', () => {
  it('see whether the server runs and is ready', async () => {
    const world = await openServerWorld({ needsKeys: true })
    expect(JSON.parse((await world.fetch('/health')).text)).toEqual({ status: 'ok' })
    expect(JSON.parse((await world.fetch('/ready')).text)).toMatchObject({
      status: 'ready',
      networks: { regtest: { head: 7, ready: true, reasons: [] } },
    })
  })

  it('see that the service is not ready while a network that they asked for is not, and why', async () => {
    const [local, asked] = [new TestEndpoint('regtest'), new TestEndpoint('mainnet')]
    const unasked = Object.assign(new TestEndpoint('testnet'), { isRequired: false, reasons: ['no blocks'] })
    const world = await openServerWorld({ endpoints: [local, asked, unasked] })
    const ready = async (path: string) => {
      const { status, text } = await world.fetch(path)
      return { http: status, ...JSON.parse(text) }
    }
    expect(await ready('/ready')).toMatchObject({
      http: 200,
      status: 'ready',
      networks: { testnet: { ready: false, required: false, reasons: ['no blocks'] } },
    })
    asked.reasons = ['the disk is full']
    expect(await ready('/ready')).toMatchObject({
      http: 503,
      status: 'not-ready',
      networks: { regtest: { ready: true }, mainnet: { ready: false, reasons: ['the disk is full'] } },
    })
    expect(await ready('/regtest/ready')).toMatchObject({ http: 200, networks: { regtest: { head: 7 } } })
    expect(await ready('/testnet/ready')).toMatchObject({ http: 503, status: 'not-ready' })
    expect((await world.fetch('/mainet/ready')).status).toBe(404)
    expect(await (await openServerWorld({ endpoints: [asked], hasAdmin: true })).metrics()).toContain(
      'cambium_ready{network="mainnet"} 0\n',
    )
  })

  it('see metrics on an address of their own only', async () => {
    const world = await openServerWorld({ hasAdmin: true })
    await world.call('test_name')
    await world.call('made_up_name')
    await world.call('test_name', '/a/b')
    const metrics = await world.metrics()
    expect(metrics).toContain('cambium_call_seconds_count{network="regtest",method="test_name"} 1\n')
    expect(metrics).toContain('cambium_call_seconds_count{network="regtest",method="unknown"} 1\n')
    expect(metrics).toContain('cambium_errors_total{network="regtest",code="-32601"} 1\n')
    expect(metrics).toContain('cambium_refusals_total{status="404"} 1\n')
    expect(metrics).toContain('cambium_head{network="mainnet"} 7\n')
    expect(metrics).toContain('cambium_pool_pending{network="regtest"} 2\n')
    expect(metrics).toMatch(/process_resident_memory_bytes \d+\n/)
    expect(metrics).not.toContain('made_up_name')
    expect((await world.fetch('/metrics')).status).toBe(405)
  })
})

describe('a failing store', () => {
  it('fails only the requests that need it', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const path = `/${world.createKey()}`
    world.breakKeys()
    expect((await world.call('test_name', path)).body?.error?.code).toBe(-32603)
    await expect(world.openSocket(path)).rejects.toThrow('503')
    expect((await world.fetch('/health')).status).toBe(200)
    expect(JSON.stringify(world.logged)).toContain('disk gone')
  })

  it('ends the WebSockets that need it', async () => {
    const clock = { ms: 1 }
    const world = await openServerWorld({ needsKeys: true, now: () => clock.ms })
    const client = await world.openSocket(`/${world.createKey()}`)
    world.breakKeys()
    clock.ms += 1_000
    client.send({ id: 1, method: 'test_name' })
    expect(await client.closed).toBe(1011)
  })
})

describe('closing', () => {
  it('lets running calls finish and refuses new ones', async () => {
    const world = await openServerWorld({ endpoints: [slowEndpoint(100)] })
    const running = world.call('test_slow')
    const idle = await world.connect()
    await world.call('test_name')
    const closing = world.close()
    await idle.closed
    await expect(world.call('test_name')).rejects.toThrow()
    const { headers, body } = await running
    expect([body?.result, headers.get('connection')]).toEqual(['slow', 'close'])
    await closing
  })

  it('refuses incomplete requests with 503, and ends their connections', async () => {
    const world = await openServerWorld({ endpoints: [slowEndpoint(100)] })
    const client = await world.connect()
    client.socket.write(rawRequest('test_name') + rawRequest('test_slow').slice(0, -1))
    await expect.poll(() => client.received).toContain('"result":"regtest"')
    client.received = ''
    const closing = world.close()
    client.socket.write(rawRequest('test_slow').slice(-1))
    client.socket.write(rawRequest('test_name'))
    await closing
    await client.closed
    expect(client.received).toMatch(/^HTTP\/1.1 503 .*connection: close.*shutting down/s)
    expect(client.received).not.toContain('"result"')
  })

  it('cuts off calls that do not end', async () => {
    const endpoints = [new TestEndpoint('regtest', { test_never: () => new Promise<Json>(() => {}) })]
    const world = await openServerWorld({ endpoints, limits: { drainTimeoutMs: 30 } })
    const call = world.call('test_never').catch(() => 'cut off')
    await world.call('test_name')
    await world.close()
    expect(await call).toBe('cut off')
  })
})

const slowEndpoint = (ms: number) =>
  new TestEndpoint('regtest', {
    test_slow: () => new Promise<Json>((resolve) => setTimeout(() => resolve('slow'), ms)),
  })

function rawRequest(method: string): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method })
  return `POST / HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}
