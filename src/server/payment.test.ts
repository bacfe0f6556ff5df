import { describe, expect, it } from 'vitest'
import type { Json } from '../rpc/json/json.ts'
import { StreamedJson } from '../rpc/json/streamedJson.ts'
import {
  type Answered,
  openServerWorld,
  type ServerWorld,
  TestNetwork,
  type WorldOptions,
} from './serverWorld.cases.ts'

/* Bytes of the answer are the only work of these methods: 10 units each beyond what the methods cost. */

const kilobytes = (count: number): string => 'x'.repeat(count * 1024)
const ten = 160
async function* pieces(): AsyncGenerator<string> {
  yield `"${kilobytes(ten / 2)}`
  yield `${kilobytes(ten / 2)}"`
}

async function* longPieces(): AsyncGenerator<string> {
  yield '"'
  for (let count = 0; count < 100; count++) yield kilobytes(ten)
  yield '"'
}

const newNetwork = () =>
  new TestNetwork('regtest', {
    test_large: () => kilobytes(ten),
    test_streamed: () => new StreamedJson(pieces()),
    test_huge: () => kilobytes(10 * ten),
    test_costly: () => null,
  })

const openWorld = (options: WorldOptions = {}): Promise<ServerWorld> =>
  openServerWorld({ networks: [newNetwork()], needsKeys: true, elapsedMs: () => 0, ...options })

const plainText = { 'accept-encoding': 'identity' }
const request = (method: string) => ({ jsonrpc: '2.0', id: 1, method })
const rate = { unitsPerSecond: 1, burst: 5 }

describe('work beyond the price of a method', () => {
  it.each(['test_large', 'test_streamed'])(
    'of %s is charged after the call and delays the next one',
    async (method) => {
      const clock = { ms: 0 }
      const world = await openWorld({ elapsedMs: () => clock.ms })
      const path = `/${world.createKey({ rate })}`
      expect((await world.post(request(method), path, plainText)).status).toBe(200)
      // 11 units for the answer, of which 1 was paid before and 4 were left of the burst, and 1 for the next call.
      const refused = await world.call('test_name', path)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
      expect(refused.body?.error?.code).toBe(-32005)
      clock.ms = 7_000
      expect((await world.call('test_name', path)).status).toBe(200)
    },
  )

  it('includes the compression of the answer', async () => {
    const world = await openWorld()
    const path = `/${world.createKey({ rate })}`
    const { status, headers } = await world.post(request('test_large'), path, { 'accept-encoding': 'gzip' })
    expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip'])
    // One unit for each 4 KiB, 40 in all, beside the 11 for the answer.
    expect((await world.call('test_name', path)).headers.get('retry-after')).toBe('47')
  })

  it('includes the length of the request, which is paid before the call', async () => {
    const world = await openWorld()
    const padded = (count: number) =>
      `${JSON.stringify(request('test_name'))}${' '.repeat(count * 16 * 1024)}`
    const path = `/${world.createKey({ dailyUnits: 7 })}`
    expect((await world.post(padded(3), path)).status).toBe(200)
    expect((await world.post(padded(3), path)).status).toBe(429)
    expect((await world.post(padded(2), path)).status).toBe(200)
  })

  it('delays no other key', async () => {
    const world = await openWorld()
    await world.call('test_large', `/${world.createKey({ rate })}`)
    expect((await world.call('test_name', `/${world.createKey({ rate })}`)).status).toBe(200)
  })

  it('counts against the quota of the day', async () => {
    const world = await openWorld()
    const path = `/${world.createKey({ dailyUnits: 11 })}`
    expect((await world.post(request('test_large'), path, plainText)).status).toBe(200)
    expect((await world.call('test_name', path)).status).toBe(429)
  })

  it('is charged to an address where no keys are needed', async () => {
    // An address may spend 100,000 units at once.
    const network = new TestNetwork('regtest', {
      test_heavy: (_, __, meter) => {
        meter.add(60_000)
        return null
      },
    })
    const world = await openServerWorld({ networks: [network], host: '0.0.0.0', elapsedMs: () => 0 })
    const statuses: number[] = []
    for (let count = 0; count < 3; count++) statuses.push((await world.call('test_heavy')).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('is told in the answer', async () => {
    const world = await openWorld()
    const path = `/${world.createKey()}`
    const costOf = async (body: Json, headers = plainText) =>
      (await world.post(body, path, headers)).headers.get('x-cambium-cost')
    expect(await costOf(request('test_name'))).toBe('1')
    expect(await costOf(request('test_large'))).toBe('11')
    expect(await costOf(request('test_large'), { 'accept-encoding': 'gzip' })).toBe('51')
    expect(await costOf(request('test_costly'))).toBe('10')
    expect(await costOf([request('test_large'), request('test_name'), request('test_name')])).toBe('13')
    expect(await costOf({ padding: kilobytes(40), ...request('test_name') })).toBe('3')
  })

  it('shows in answers and refusals what is left of the rate and of the day', async () => {
    const world = await openWorld({ elapsedMs: () => 0, now: () => 1_000 })
    const limitsOf = ({ status, headers }: Answered) =>
      [status, headers.get('ratelimit-policy'), headers.get('ratelimit')] as const
    const policies = '"rate";q=20;w=2;qu="units", "day";q=25;w=86400;qu="units"'
    const path = `/${world.createKey({ rate: { burst: 20, unitsPerSecond: 10 }, dailyUnits: 25 })}`
    const costly = () => world.post(request('test_costly'), path)
    expect(limitsOf(await costly())).toEqual([200, policies, '"rate";r=10;t=1, "day";r=15;t=86399'])
    expect(limitsOf(await costly())).toEqual([200, policies, '"rate";r=0;t=2, "day";r=5;t=86399'])
    expect(limitsOf(await costly())).toEqual([429, policies, '"rate";r=0;t=2, "day";r=5;t=86399'])
    const daily = await world.post(request('test_name'), `/${world.createKey({ dailyUnits: 3 })}`)
    expect(limitsOf(daily)).toEqual([200, '"day";q=3;w=86400;qu="units"', '"day";r=2;t=86399'])
    const unlimited = await world.post(request('test_name'), `/${world.createKey()}`)
    expect(limitsOf(unlimited)).toEqual([200, null, null])
  })

  it('is told as a minimum where the answer is sent while it is made', async () => {
    const huge = new TestNetwork('regtest', { test_streamed: () => new StreamedJson(longPieces()) })
    const world = await openWorld({ networks: [huge] })
    const { headers } = await world.post(request('test_streamed'), `/${world.createKey()}`, plainText)
    expect(headers.get('x-cambium-cost')).toBe('1+')
  })

  it('stops a batch whose client owes as much as it may', async () => {
    const world = await openWorld()
    const path = `/${world.createKey({ rate })}`
    const { text } = await world.post(
      [request('test_huge'), request('test_name'), request('test_name')],
      path,
    )
    const answers = JSON.parse(text).map((answer: { error?: { code: number } }) => answer.error?.code)
    expect(answers).toEqual([undefined, -32005, -32005])
  })

  it('appears in the metrics by method and kind of client', async () => {
    const world = await openWorld({ hasAdmin: true })
    await world.call('test_large', `/${world.createKey()}`)
    const metrics = await world.metrics()
    expect(metrics).toContain('cambium_units_total{network="regtest",method="test_large",client="key"} 11\n')
    expect(metrics).toMatch(/cambium_answer_bytes_total\{[^}]*method="test_large",client="key"\} 1638\d\d\n/)
  })
})

describe('work over a WebSocket', () => {
  it('is charged like that over HTTP', async () => {
    const world = await openWorld()
    const path = `/${world.createKey({ rate })}`
    const socket = await world.openSocket(path)
    expect((await socket.call('test_large')).error).toBeUndefined()
    expect((await socket.call('test_name')).error?.code).toBe(-32005)
    expect((await world.call('test_name', path)).status).toBe(429)
  })

  it('includes notifications, and ends the socket of a client that owes too much for them', async () => {
    const network = newNetwork()
    const world = await openWorld({ networks: [network], hasAdmin: true })
    const socket = await world.openSocket(`/${world.createKey({ dailyUnits: 4 })}`)
    await socket.call('eth_subscribe')
    for (let count = 0; count < 3; count++) network.deliver(count)
    expect([await socket.next(), await socket.next()]).toMatchObject([
      { params: { result: 0 } },
      { params: { result: 1 } },
    ])
    expect(await socket.closed).toBe(1008)
    expect(await world.metrics()).toContain(
      'cambium_units_total{network="regtest",method="eth_subscription",client="key"} 3\n',
    )
  })
})
