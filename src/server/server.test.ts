import { describe, expect, it } from 'vitest'
import type { Json } from '../rpc/json/json.ts'
import { openServerWorld, rawRequest, TestNetwork } from './serverWorld.cases.ts'

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
    const [local, asked] = [new TestNetwork('regtest'), new TestNetwork('mainnet')]
    const unasked = Object.assign(new TestNetwork('testnet'), { isRequired: false, reasons: ['no blocks'] })
    const world = await openServerWorld({ networks: [local, asked, unasked] })
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
    expect(await ready('/ready/regtest')).toMatchObject({ http: 200, networks: { regtest: { ready: true } } })
    expect(await ready('/ready/testnet')).toMatchObject({ http: 503, status: 'not-ready' })
    expect((await world.fetch('/ready/mainet')).status).toBe(404)
    expect((await world.fetch('/mainet/ready')).status).toBe(404)
    expect(await (await openServerWorld({ networks: [asked], hasAdmin: true })).metrics()).toContain(
      'cambium_ready{network="mainnet"} 0\n',
    )
  })

  it('probe under any host name, which is refused to other requests', async () => {
    const world = await openServerWorld({ host: '0.0.0.0', hosts: ['rpc.example.org'], needsKeys: true })
    const get = async (path: string) => {
      const connection = await world.connect()
      connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: 10.1.2.3\r\nConnection: close\r\n\r\n`)
      await connection.closed
      return connection.received.slice(0, 'HTTP/1.1 200'.length)
    }
    expect(await get('/health')).toBe('HTTP/1.1 200')
    expect(await get('/accepting')).toBe('HTTP/1.1 200')
    expect(await get('/ready')).toBe('HTTP/1.1 200')
    expect(await get('/ready/regtest')).toBe('HTTP/1.1 200')
    expect(await get('/')).not.toBe('HTTP/1.1 200')
  })

  it('do not reveal addresses to probes', async () => {
    const upstream = {
      ...{ endpoint: 'http://10.9.8.7:4444', problem: 'connect ECONNREFUSED 10.9.8.7:4444', head: 5 },
      ...{ answers: false, underWay: 0, verified: 0, unverified: 0, failures: {}, seconds: 0 },
    }
    class Following extends TestNetwork {
      override status() {
        return { ...super.status(), upstream }
      }
    }
    const world = await openServerWorld({ networks: [new Following('mainnet')] })
    const { text } = await world.fetch('/ready')
    expect(text).not.toContain('10.9.8.7')
    expect(JSON.parse(text)).toMatchObject({ networks: { mainnet: { upstream: { head: 5 } } } })
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
    let finish = (): void => {}
    const finished = new Promise<Json>((resolve) => {
      finish = () => resolve('finished')
    })
    const networks = [new TestNetwork('regtest', { test_wait: () => finished })]
    const world = await openServerWorld({ networks, limits: { drainTimeoutMs: 30_000 } })
    const running = world.call('test_wait')
    const idle = await world.connect()
    await world.call('test_name')
    const closing = world.close()
    await idle.closed
    await expect(world.call('test_name')).rejects.toThrow()
    finish()
    const { headers, body } = await running
    expect([body?.result, headers.get('connection')]).toEqual(['finished', 'close'])
    await closing
  })

  it('refuses incomplete requests with 503, and ends their connections', async () => {
    const world = await openServerWorld()
    const client = await world.connect()
    client.socket.write(rawRequest('test_name') + rawRequest('test_name').slice(0, -1))
    await expect.poll(() => client.received).toContain('"result":"regtest"')
    client.received = ''
    const closing = world.close()
    client.socket.write(rawRequest('test_name').slice(-1))
    client.socket.write(rawRequest('test_name'))
    await closing
    await client.closed
    expect(client.received).toMatch(/^HTTP\/1.1 503 .*connection: close.*shutting down/s)
    expect(client.received).not.toContain('"result"')
  })

  it('cuts off calls that do not end', async () => {
    const networks = [new TestNetwork('regtest', { test_never: () => new Promise<Json>(() => {}) })]
    const world = await openServerWorld({ networks, limits: { drainTimeoutMs: 30 } })
    const call = world.call('test_never').catch(() => 'cut off')
    await world.call('test_name')
    await world.close()
    expect(await call).toBe('cut off')
  })
})
