import { describe, expect, it } from 'vitest'
import { parseProxy, type TrustedProxies } from './limits/clientAddress.ts'
import { silentLogger } from './log/logger.cases.ts'
import { openServer } from './server.ts'
import { openServerWorld, TestNetwork } from './serverWorld.cases.ts'

const nameOfNetwork = { jsonrpc: '2.0', id: 1, method: 'test_name', params: [] }

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

  it.each([
    [415, 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n{}'],
    [
      404,
      'POST /a/b/c HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    ],
    [405, 'PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}'],
    [405, 'GET /wrong HTTP/1.1\r\nhost: localhost\r\n\r\n'],
  ])(
    'that were not looked at do not keep the connection of a request with the status %i',
    async (status, text) => {
      const world = await openServerWorld({ needsKeys: true })
      const connection = await world.connect()
      connection.socket.write(text)
      await connection.closed
      expect(connection.received).toMatch(new RegExp(`^HTTP/1.1 ${status} [^{]*connection: close`, 'i'))
    },
  )

  it('that are not needed leave each address its own filters', async () => {
    const networks = [new TestNetwork('regtest', { test_caller: (_, { name }) => name })]
    const world = await openServerWorld({ networks })
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
    const networks = [new TestNetwork('regtest', { test_caller: (_, { name }) => name })]
    const callers = async (proxies: TrustedProxies) => {
      const world = await openServerWorld({ networks, proxies })
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
      networks: [new TestNetwork('regtest', methods)],
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
      networks: [new TestNetwork('regtest')],
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
    const networks = [new TestNetwork('regtest', { test_who: (_, { name }) => name })]
    const world = await openServerWorld({ needsKeys: true, networks })
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
      error: { code: -32005, message: 'limit exceeded', data: 'units per second' },
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
    const networks = [new TestNetwork('regtest', { test_costly: () => true })]
    const world = await openServerWorld({ needsKeys: true, networks, now: () => clock.ms })
    const path = `/${world.createKey({ dailyUnits: 13 })}`
    expect((await world.call('test_costly', path)).status).toBe(200)
    const { status, headers, body } = await world.call('test_costly', path)
    expect([status, headers.get('retry-after')]).toEqual([429, String(4 * 60 * 60)])
    expect(body?.error?.data).toBe('units per day')
    // Reading the refused request has cost a unit.
    expect((await world.post([nameOfNetwork, nameOfNetwork], path)).status).toBe(200)
    expect((await world.call('test_name', path)).status).toBe(429)
    clock.ms += 4 * hourMs
    expect((await world.call('test_costly', path)).status).toBe(200)
  })
})
