import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openServerWorld, type RawConnection, TestNetwork } from './serverWorld.cases.ts'

const head = (length: number) =>
  `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

describe('unread answers', () => {
  it('are bounded per key, without effect on other keys', async () => {
    const long = [new TestNetwork('regtest', { test_long: () => 'x'.repeat(20_000_000) })]
    const limits = { unreadAnswerBytes: 70_000_000, unreadAnswerBytesPerClient: 30_000_000 }
    const world = await openServerWorld({ networks: long, limits, needsKeys: true })
    const [greedy, other] = [world.createKey(), world.createKey()]
    const body = '{"id":1,"method":"test_long"}'
    const connections = await Promise.all(Array.from({ length: 6 }, () => world.connect()))
    for (const { socket } of connections) {
      socket.pause()
      socket.write(`${head(body.length).replace('POST /', `POST /${greedy}`)}${body}`)
    }
    const refused = { status: 429, body: { error: { code: -32005, data: 'unread answers' } } }
    await expect.poll(() => world.call('test_name', `/${greedy}`)).toMatchObject(refused)
    expect((await world.call('test_long', `/${other}`)).text).toHaveLength(20_000_036)
    for (const { socket } of connections) socket.resume()
    const isRefused = ({ received }: RawConnection) => received.startsWith('HTTP/1.1 429 ')
    await expect.poll(() => connections.filter(isRefused).length).toBe(4)
    await expect.poll(async () => (await world.call('test_name', `/${greedy}`)).status).toBe(200)
  })

  it('of the key that holds most are cut off when the total is full', async () => {
    const networks = [new TestNetwork('regtest', { test_long: () => 'x'.repeat(20_000_000) })]
    const limits = { unreadAnswerBytes: 90_000_000, unreadAnswerBytesPerClient: 60_000_000 }
    const world = await openServerWorld({ networks, limits, needsKeys: true })
    const body = '{"id":1,"method":"test_long"}'
    const holdAnswers = async (key: string, count: number): Promise<RawConnection[]> => {
      const connections = await Promise.all(Array.from({ length: count }, () => world.connect()))
      for (const { socket } of connections) {
        socket.pause()
        socket.write(`${head(body.length).replace('POST /', `POST /${key}`)}${body}`)
      }
      return connections
    }
    const [largest, large, newcomer] = [world.createKey(), world.createKey(), world.createKey()]
    const first = await holdAnswers(largest, 3)
    await expect.poll(async () => (await world.call('test_name', `/${largest}`)).status).toBe(429)
    await holdAnswers(large, 2)
    await sleep(100)
    expect((await world.call('test_long', `/${newcomer}`)).text).toHaveLength(20_000_036)
    expect((await world.call('test_name', `/${large}`)).status).toBe(200)
    for (const { socket } of first) socket.resume()
    await Promise.any(first.map(({ closed }) => closed))
  })

  it('are discarded when too many of one key are ready at the same time', async () => {
    const count = 6
    let begun = 0
    let beginAll = (): void => {}
    const allBegun = new Promise<void>((resolve) => {
      beginAll = resolve
    })
    const test_long = async () => {
      if (++begun === count) beginAll()
      await allBegun
      return 'x'.repeat(20_000_000)
    }
    const limits = { unreadAnswerBytes: 30_000_000, answerTimeoutMs: 60_000 }
    const world = await openServerWorld({
      networks: [new TestNetwork('regtest', { test_long })],
      limits,
      needsKeys: true,
    })
    const [greedy, other] = [world.createKey(), world.createKey()]
    const clients = await Promise.all(Array.from({ length: count }, () => world.openSocket(`/${greedy}`)))
    for (const { socket } of clients) socket.pause()
    for (const client of clients) client.send({ id: 1, method: 'test_long' })
    await expect.poll(async () => (await world.call('test_name', `/${greedy}`)).status).toBe(503)
    expect((await world.call('test_name', `/${other}`)).body?.result).toBe('regtest')
    for (const { socket } of clients) socket.resume()
    const answers = await Promise.all(clients.map((client) => client.next()))
    expect(answers.filter(({ error }) => error?.data === 'unread answers')).toHaveLength(4)
  })

  it('stop a batch when the share of its client is full', async () => {
    let calls = 0
    const test_long = () => {
      calls++
      return 'x'.repeat(1_000_000)
    }
    const world = await openServerWorld({
      networks: [new TestNetwork('regtest', { test_long })],
      limits: { unreadAnswerBytes: 2_500_000 },
    })
    const batch = Array.from({ length: 50 }, (_, id) => ({ id, method: 'test_long' }))
    const answers: { readonly error?: { readonly data?: string } }[] = JSON.parse(
      (await world.post(batch)).text,
    )
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(3)
    expect(answers.filter(({ error }) => error?.data === 'unread answers')).toHaveLength(47)
    expect(calls).toBe(4)
    expect((await world.call('test_name')).status).toBe(200)
  })
})
