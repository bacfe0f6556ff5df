import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../rpc/json/json.ts'
import { openServerWorld, type RawConnection, TestNetwork } from '../serverWorld.cases.ts'

const methods = {
  test_echo: (params: readonly Json[]) => params[0] ?? null,
  test_later: async (params: readonly Json[]) => sleep(5, params[0] ?? null),
}
const openWorld = (more = {}) =>
  openServerWorld({ networks: [new TestNetwork('regtest', { ...methods, ...more })] })

const bodyOf = (method: string, id: number) => `{"id":${id},"method":"${method}","params":["p${id}"]}`
const host = 'host: localhost\r\ncontent-type: application/json\r\n'

const plain = (method: string, id: number, more = ''): string => {
  const body = bodyOf(method, id)
  return `POST / HTTP/1.1\r\n${host}${more}content-length: ${body.length}\r\n\r\n${body}`
}
const chunked = (method: string, id: number): string => {
  const body = bodyOf(method, id)
  return `POST / HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
}
const probe = 'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n'

const idsIn = ({ received }: RawConnection): number[] =>
  [...received.matchAll(/"id":(\d+),"result"/g)].map(([, id]) => Number(id))

describe('a connection', () => {
  it('answers requests in their order, in whatever parts they arrive', async () => {
    const world = await openWorld()
    const kinds = fc.constantFrom<(id: number) => string>(
      (id) => plain('test_echo', id),
      (id) => plain('test_later', id),
      (id) => plain('test_echo', id, 'Connection: Keep-Alive\r\nx-odd: 1\r\n'),
      (id) => plain('test_later', id, 'te: trailers\r\n'),
      (id) => chunked('test_echo', id),
    )
    const cuts = fc.array(fc.nat(600), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(kinds, { minLength: 1, maxLength: 5 }), cuts, async (requests, places) => {
        const text = requests.map((kind, id) => kind(id)).join('')
        const connection = await world.connect()
        connection.socket.setNoDelay(true)
        let from = 0
        for (const to of [...places.sort((left, right) => left - right), text.length]) {
          connection.socket.write(text.slice(from, to))
          from = Math.max(from, Math.min(to, text.length))
          await sleep(1)
        }
        await expect.poll(() => idsIn(connection), { interval: 2 }).toEqual(requests.map((_, id) => id))
        connection.socket.destroy()
      }),
      { numRuns: 25 },
    )
  })

  it('accepts everything else that HTTP allows', async () => {
    const connection = await (await openWorld()).connect()
    const { socket } = connection
    socket.write(plain('test_echo', 1))
    await expect.poll(() => idsIn(connection)).toEqual([1])
    socket.write(probe)
    await expect.poll(() => connection.received).toContain('{"status":"ok"}')
    socket.write(plain('test_echo', 2, 'expect: 100-continue\r\n'))
    await expect.poll(() => connection.received).toContain('100 Continue')
    await expect.poll(() => idsIn(connection)).toEqual([1, 2])
    socket.write(plain('test_echo', 3, 'connection: close\r\n'))
    await connection.closed
    expect(idsIn(connection)).toEqual([1, 2, 3])
  })

  it('sends the content length in bytes, not in characters', async () => {
    const world = await openWorld()
    const text = 'žluťoučký 🐎 '.repeat(3)
    for (const times of [1, 2_000]) {
      const { body } = await world.call('test_echo', '/', [text.repeat(times)])
      expect(body?.result).toBe(text.repeat(times))
    }
  })

  it('is not read while its client does not read answers', async () => {
    let calls = 0
    const test_long = () => {
      calls++
      return 'x'.repeat(1_000_000)
    }
    const world = await openWorld({ test_long })
    const connection = await world.connect()
    connection.socket.pause()
    const requests = Array.from({ length: 40 }, (_, id) => plain('test_long', id)).join('')
    connection.socket.write(requests)
    await sleep(100)
    expect((await world.call('test_echo', '/', [1])).status).toBe(200)
    expect(calls).toBeLessThan(30)
    connection.socket.resume()
    await expect.poll(() => idsIn(connection).length).toBe(40)
  })

  it('ends after a time without requests', async () => {
    const world = await openServerWorld({ limits: { keepAliveTimeoutMs: 1_000 } })
    const connection = await world.connect()
    connection.socket.write(plain('test_name', 1))
    await expect.poll(() => connection.received).toContain('keep-alive: timeout=1\r\n')
    await connection.closed
  })

  it.each([
    ['plain', plain('test_echo', 1)],
    ['other', plain('test_echo', 1, 'te: trailers\r\n')],
  ])('ends when its client ends it, after its %s request', async (_, request) => {
    const world = await openWorld()
    // Requests wait for their turns while connections are accepted.
    const ask = async (): Promise<RawConnection> => {
      const connection = await world.connect()
      connection.socket.end(request)
      return connection
    }
    const connections = await Promise.all(Array.from({ length: 40 }, ask))
    await Promise.all(connections.map(({ closed }) => closed))
    for (const connection of connections) expect(idsIn(connection)).toEqual([1])
  })
})
