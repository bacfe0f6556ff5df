import { describe, expect, it } from 'vitest'
import { AccessLog } from './log/accessLog.ts'
import { openServerWorld, TestNetwork } from './serverWorld.cases.ts'

/** A server whose access log is kept in memory. */
async function openLoggedWorld(needsKeys = false) {
  const lines: string[] = []
  const accessLog = new AccessLog({
    now: () => 0,
    elapsedMs: () => performance.now(),
    write: (line) => lines.push(line),
  })
  const later = () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 5))
  const regtest = new TestNetwork('regtest', { test_later: later })
  const world = await openServerWorld({ accessLog, needsKeys, networks: [regtest] })
  const logged = () => lines.map((line) => JSON.parse(line))
  return { world, lines, logged, regtest }
}

describe('the access log', () => {
  it('has a line for a request, with its id, network, method, units, bytes and time', async () => {
    const { world, lines, logged } = await openLoggedWorld()
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const given = { 'x-request-id': 'proxy-7', traceparent }
    const { text } = await world.post({ id: 1, method: 'test_name' }, '/', given)
    expect(logged()).toEqual([
      {
        time: '1970-01-01T00:00:00.000Z',
        requestId: 'proxy-7',
        traceparent,
        transport: 'http',
        network: 'regtest',
        address: expect.any(String),
        methods: ['test_name'],
        calls: 1,
        status: 200,
        units: 1,
        bytes: text.length,
        ms: expect.any(Number),
      },
    ])
    expect(lines[0]).toMatch(/\}\n$/)
  })

  it('names each method and error code of a batch once', async () => {
    const { world, logged } = await openLoggedWorld()
    const call = (method: string) => ({ id: 1, method })
    await world.post([call('test_later'), call('test_name'), call('test_name'), call('nonsense'), 'nothing'])
    expect(logged()).toMatchObject([
      { methods: ['test_later', 'test_name', 'nonsense'], calls: 5, errors: [-32601, -32600] },
    ])
  })

  it('bounds the names that a client sends', async () => {
    const { world, logged } = await openLoggedWorld()
    await world.post(Array.from({ length: 50 }, (_, id) => ({ id, method: `${id}${'x'.repeat(100)}` })))
    const [{ methods }] = logged()
    expect(methods).toHaveLength(16)
    expect(methods[0]).toHaveLength(64)
  })

  it('names a key by its id and never holds its secret', async () => {
    const { world, lines, logged } = await openLoggedWorld(true)
    const key = world.createKey()
    const id = key.split('_')[1]
    await world.call('test_name', `/${key}`)
    await world.call('test_name', `/${key.slice(0, -1)}`)
    await world.call(key, `/${key}`)
    expect(logged()).toMatchObject([
      { key: id, status: 200 },
      { status: 401, errors: [expect.any(Number)], methods: ['test_name'] },
      { key: id, methods: [expect.stringContaining(`cambium_${id}_`)] },
    ])
    expect(logged()[1]).not.toHaveProperty('key')
    expect(lines.join('')).not.toContain(key.slice(-43))
  })

  it('has no line for a probe and one for an unknown path', async () => {
    const { world, logged } = await openLoggedWorld()
    await world.fetch('/health')
    await world.fetch('/ready')
    await world.call('test_name', '/a/b/c')
    expect(logged()).toMatchObject([{ status: 404 }])
  })

  it('has a line for each message of a WebSocket, and one for its end with the notifications', async () => {
    const { world, logged, regtest } = await openLoggedWorld()
    const client = await world.openSocket('/', { 'x-request-id': 'socket' })
    await client.call('eth_subscribe')
    client.send({ id: 2, method: 'test_later' })
    client.send({ id: 3, method: 'nonsense' })
    await client.next()
    await client.next()
    regtest.deliver('payload')
    await client.next()
    client.socket.close()
    await expect.poll(() => logged().length).toBe(4)
    // The messages are answered in any order.
    expect(Object.fromEntries(logged().map((line) => [line.requestId, line]))).toMatchObject({
      'socket.0': { transport: 'websocket', methods: ['eth_subscribe'], status: 200 },
      'socket.1': { methods: ['test_later'] },
      'socket.2': { methods: ['nonsense'], errors: [-32601] },
      socket: { status: 101, notifications: 1, network: 'regtest' },
    })
    await expect(world.openSocket('/a/b/c')).rejects.toThrow('404')
    expect(logged().at(-1)).toMatchObject({ transport: 'websocket', status: 404 })
  })
})
