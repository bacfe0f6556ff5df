import { describe, expect, it } from 'vitest'
import type { Json } from '../../rpc/json/json.ts'
import { openServerWorld, type SocketClient, TestNetwork } from '../serverWorld.cases.ts'

const later = (ms: number, value: Json) =>
  new Promise<Json>((resolve) => setTimeout(() => resolve(value), ms))

/** Sends requests in one write, which the server receives as one chunk. */
function sendAtOnce(client: SocketClient, count: number, method: string): void {
  const frames = Array.from({ length: count }, (_, id) => maskedFrame(JSON.stringify({ id, method })))
  client.rawSocket.write(Buffer.concat(frames))
}

/** A text frame of up to 125 bytes whose mask is zero (RFC 6455, section 5.2). */
const maskedFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

describe('a WebSocket', () => {
  it.each([
    ['/', 'regtest'],
    ['/any-key', 'regtest'],
    ['/mainnet', 'mainnet'],
    ['/mainnet/any-key', 'mainnet'],
  ])('opens at %s as requests do', async (path, network) => {
    const client = await (await openServerWorld()).openSocket(path)
    expect(await client.call('test_name')).toEqual({ jsonrpc: '2.0', id: 1, result: network })
  })

  it('carries every kind of request', async () => {
    const client = await (await openServerWorld()).openSocket()
    client.send('{')
    expect(await client.next()).toMatchObject({ id: null, error: { code: -32700 } })
    client.send([{ id: 1, method: 'test_name' }, { method: 'test_name' }, { id: 2, method: 'nonsense' }])
    expect(await client.next()).toMatchObject([{ id: 1 }, { id: 2, error: { code: -32601 } }])
    client.send({ method: 'test_name' })
    client.socket.send(Buffer.from('{"id":7,"method":"test_name"}'), { binary: true })
    expect(await client.next()).toMatchObject({ id: 7 })
  })

  it.each([
    ['an unknown path', '/a/b', {}, 404],
    ['a wrong key', '/nonsense', {}, 401],
    ['a foreign host', '/', { host: 'evil.example' }, 400],
  ])('is refused for %s', async (_, path, headers, status) => {
    const world = await openServerWorld({ needsKeys: true })
    await expect(world.openSocket(path, headers)).rejects.toThrow(String(status))
  })

  it('opens with a key in a header', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const key = world.createKey({ networks: ['mainnet'] })
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
      const client = await world.openSocket('/mainnet', headers)
      expect(await client.call('test_name')).toMatchObject({ result: 'mainnet' })
      await expect(world.openSocket('/', headers)).rejects.toThrow('403')
      await expect(world.openSocket(`/mainnet/${world.createKey()}`, headers)).rejects.toThrow('401')
    }
  })

  it('is refused to web pages of other origins, because CORS does not cover it', async () => {
    const world = await openServerWorld({
      networks: [new TestNetwork('mainnet', {}, ['https://good.example'])],
    })
    await expect(world.openSocket('/', { origin: 'https://evil.example' })).rejects.toThrow('400')
    const client = await world.openSocket('/', { origin: 'https://good.example' })
    expect(await client.call('test_name')).toMatchObject({ result: 'mainnet' })
  })

  it('is refused beyond the limit of the server', async () => {
    const world = await openServerWorld({ limits: { webSockets: 1 } })
    await world.openSocket()
    await expect(world.openSocket()).rejects.toThrow('503')
  })

  it('is refused beyond the limit of its key, until an earlier one has ended', async () => {
    const world = await openServerWorld({ needsKeys: true, limits: { webSocketsPerClient: 1 } })
    const [key, other] = [world.createKey(), world.createKey()]
    const first = await world.openSocket(`/${key}`)
    await expect(world.openSocket(`/${key}`)).rejects.toThrow('429')
    await world.openSocket(`/${other}`)
    first.socket.terminate()
    await first.closed
    await expect.poll(() => world.openSocket(`/${key}`).then(() => 'open', String)).toBe('open')
  })

  it('closes when its key is revoked although its client sends nothing', async () => {
    const clock = { ms: 1 }
    // Only the check of keys can end the socket: the first ping comes much later.
    const limits = { heartbeatMs: 3_600_000 }
    const world = await openServerWorld({ needsKeys: true, now: () => clock.ms, limits })
    const { key, text } = world.keyring.create({ label: 'test' })
    const client = await world.openSocket(`/${text}`)
    const other = await world.openSocket(`/${world.createKey()}`)
    world.keyring.revoke(key.id)
    clock.ms += 1_000
    expect(await client.closed).toBe(1008)
    expect((await other.call('test_name')).result).toBe('regtest')
  })

  it('closes when its key is revoked', async () => {
    const clock = { ms: 1 }
    const world = await openServerWorld({ needsKeys: true, now: () => clock.ms })
    const { text, key } = world.keyring.create({ label: 'test' })
    const client = await world.openSocket(`/${text}`)
    expect(await client.call('test_name')).toMatchObject({ result: 'regtest' })
    world.keyring.revoke(key.id)
    clock.ms += 1_000
    client.send({ id: 1, method: 'test_name' })
    expect(await client.closed).toBe(1008)
  })

  it('answers that a limit is exceeded', async () => {
    const world = await openServerWorld({ needsKeys: true })
    const client = await world.openSocket(`/${world.createKey({ dailyUnits: 1 })}`)
    await client.call('test_name')
    expect(await client.call('test_name')).toMatchObject({
      id: 1,
      error: { code: -32005, data: 'units per day' },
    })
  })

  it('closes for a message that is too large', async () => {
    const client = await (await openServerWorld({ limits: { bodyBytes: 100 } })).openSocket()
    client.send('x'.repeat(101))
    expect(await client.closed).toBe(1009)
  })

  it('is closed when the client does not answer a ping', async () => {
    const world = await openServerWorld({ limits: { heartbeatMs: 30 } })
    const living = await world.openSocket()
    const dead = await world.connect()
    dead.socket.write(
      'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await dead.closed
    expect(dead.received).toContain('101 Switching Protocols')
    expect(await living.call('test_name')).toMatchObject({ result: 'regtest' })
  })

  it('is closed with the server after its calls are answered', async () => {
    const networks = [new TestNetwork('regtest', { test_slow: () => later(50, 'slow') })]
    const world = await openServerWorld({ networks })
    const [busy, idle] = [await world.openSocket(), await world.openSocket()]
    const answer = busy.call('test_slow')
    await idle.call('test_name')
    const closing = world.close()
    expect(await idle.closed).toBe(1001)
    expect(await answer).toMatchObject({ result: 'slow' })
    expect(await busy.closed).toBe(1001)
    await closing
  })

  it('has no more calls running than its limit when all messages arrive in one chunk', async () => {
    let running = 0
    let maximum = 0
    const test_slow = async () => {
      maximum = Math.max(maximum, ++running)
      await later(2, null)
      running--
      return null
    }
    const networks = [new TestNetwork('regtest', { test_slow })]
    const world = await openServerWorld({ networks, limits: { callsPerSocket: 2 } })
    const client = await world.openSocket()
    sendAtOnce(client, 30, 'test_slow')
    const ids = []
    for (let count = 0; count < 30; count++) ids.push((await client.next()).id)
    expect(ids).toEqual(ids.map((_, index) => index))
    expect(maximum).toBe(2)
  })

  it('makes no more answers than its client reads when all messages arrive in one chunk', async () => {
    let made = 0
    const test_long = () => {
      made++
      return 'x'.repeat(1_000_000)
    }
    const networks = [new TestNetwork('regtest', { test_long })]
    const world = await openServerWorld({ networks, limits: { queuedBytesPerSocket: 4_000_000 } })
    const [client, other] = [await world.openSocket(), await world.openSocket()]
    client.socket.pause()
    sendAtOnce(client, 200, 'test_long')
    await expect.poll(() => made).toBeGreaterThan(0)
    await other.call('test_name')
    expect(made).toBeLessThan(40)
    client.socket.resume()
    for (let count = 0; count < 200; count++) await client.next()
    expect(made).toBe(200)
  })

  it('is read only as fast as calls are answered', async () => {
    let running = 0
    let maximum = 0
    const test_slow = async () => {
      maximum = Math.max(maximum, ++running)
      await later(5, null)
      running--
      return null
    }
    const networks = [new TestNetwork('regtest', { test_slow })]
    const world = await openServerWorld({ networks, limits: { callsPerSocket: 2 } })
    const client = await world.openSocket()
    // Larger than one chunk of the socket, so that unread bytes remain.
    const filling = 'x'.repeat(200_000)
    for (let id = 0; id < 10; id++) client.send({ id, method: 'test_slow', params: [filling] })
    for (let id = 0; id < 10; id++) await client.next()
    expect(maximum).toBeLessThanOrEqual(3)
  })
})

describe('subscriptions', () => {
  const open = async (limits = {}) => {
    const network = new TestNetwork('regtest')
    const world = await openServerWorld({ networks: [network], limits, hasAdmin: true })
    return { network, world, client: await world.openSocket() }
  }
  const subscribe = async (client: SocketClient) => (await client.call('eth_subscribe', ['newHeads'])).result

  it('deliver until they are ended', async () => {
    const { network, client } = await open()
    const id = await subscribe(client)
    expect(id).toMatch(/^0x[0-9a-f]{32}$/)
    network.deliver({ number: '0x1' })
    expect(await client.next()).toEqual({
      jsonrpc: '2.0',
      method: 'eth_subscription',
      params: { subscription: id, result: { number: '0x1' } },
    })
    expect(await client.call('eth_unsubscribe', [id ?? null])).toMatchObject({ result: true })
    expect(await client.call('eth_unsubscribe', [id ?? null])).toMatchObject({ result: false })
    expect(network.subscribers.size).toBe(0)
  })

  it('can be opened in batches', async () => {
    const { network, client } = await open()
    client.send([{ id: 1, method: 'eth_subscribe', params: ['newHeads'] }])
    expect(await client.next()).toMatchObject([{ id: 1, result: expect.stringMatching(/^0x/) }])
    expect(network.subscribers.size).toBe(1)
  })

  it('belong to their connection and end with it', async () => {
    const { network, world, client } = await open()
    const id = await subscribe(client)
    const other = await world.openSocket()
    expect(await other.call('eth_unsubscribe', [id ?? null])).toMatchObject({ result: false })
    expect(await world.metrics()).toContain('cambium_subscriptions 1\n')
    client.socket.close()
    await expect.poll(() => network.subscribers.size).toBe(0)
    expect(await world.metrics()).toContain('cambium_subscriptions 0\n')
  })

  it('are bounded per connection', async () => {
    const { client } = await open({ subscriptionsPerSocket: 1 })
    await subscribe(client)
    expect(await client.call('eth_subscribe', ['newHeads'])).toMatchObject({
      error: { code: -32005, data: 'subscriptions' },
    })
  })

  it('are bounded per key over all of its connections', async () => {
    const world = await openServerWorld({ needsKeys: true, limits: { subscriptionsPerClient: 2 } })
    const [key, other] = [world.createKey(), world.createKey()]
    const [first, second] = [await world.openSocket(`/${key}`), await world.openSocket(`/${key}`)]
    await subscribe(first)
    await subscribe(second)
    const refused = { error: { code: -32005, data: 'subscriptions' } }
    expect(await second.call('eth_subscribe', ['newHeads'])).toMatchObject(refused)
    expect(await subscribe(await world.openSocket(`/${other}`))).toMatch(/^0x/)
    first.socket.close()
    await expect.poll(() => subscribe(second)).toMatch(/^0x/)
  })

  it('do not exist over HTTP', async () => {
    const { world } = await open()
    expect((await world.call('eth_subscribe', '/', ['newHeads'])).body?.error?.code).toBe(-32601)
  })

  it('disconnect a client that does not read', async () => {
    const { network, world, client } = await open({ queuedBytesPerSocket: 100_000 })
    await subscribe(client)
    client.socket.pause()
    const payload = 'x'.repeat(100_000)
    for (let told = 0; told < 1_000 && network.subscribers.size > 0; told++) {
      network.deliver(payload)
      await later(0, null)
    }
    expect(network.subscribers.size).toBe(0)
    expect(await world.metrics()).toContain('cambium_slow_websockets_total 1\n')
  })

  it('end at the notification that exceeds the limit, not after those in the same turn', async () => {
    const { network, client } = await open({ queuedBytesPerSocket: 100_000 })
    for (let count = 0; count < 5; count++) await subscribe(client)
    for (let told = 0; told < 100; told++) network.deliver('x'.repeat(1_000))
    expect(network.subscribers.size).toBe(0)
  })

  it('deliver thousands of notifications at once in their order, before the answers to later calls', async () => {
    const { network, client } = await open()
    const id = await subscribe(client)
    const numbers = Array.from({ length: 5_000 }, (_, number) => number)
    for (const number of numbers) network.deliver({ number })
    const answer = client.call('test_name')
    expect(await answer).toMatchObject({ params: { subscription: id, result: { number: 0 } } })
    for (const number of numbers.slice(1)) {
      expect((await client.next()).params).toEqual({ subscription: id, result: { number } })
    }
    expect(await client.next()).toMatchObject({ result: 'regtest' })
  })
})
