import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { openServerWorld, TestNetwork } from './serverWorld.cases.ts'

/* Bounds of docs/security.md that no other test sets. */

const networks = [new TestNetwork('regtest')]
const nested = (depth: number): string =>
  `{"jsonrpc":"2.0","id":5,"method":"test_name","params":[${'['.repeat(depth)}${']'.repeat(depth)}]}`

describe('a server', () => {
  it('refuses requests that are nested deeper than its limit, over HTTP and WebSocket', async () => {
    const world = await openServerWorld({ networks, limits: { nestingDepth: 10 } })
    // The request is one level, and its parameters are another.
    expect((await world.post(nested(8))).body?.result).toBe('regtest')
    expect((await world.post(nested(9))).body?.error).toBeDefined()
    const client = await world.openSocket()
    client.send(nested(8))
    expect(await client.next()).toMatchObject({ result: 'regtest' })
    client.send(nested(9))
    expect(await client.next()).toHaveProperty('error')
  })

  it('reads only the beginning of a long body whose key is wrong', async () => {
    const world = await openServerWorld({ networks, needsKeys: true, limits: { refusedBodyBytes: 1024 } })
    const idAfter = async (padding: number): Promise<unknown> => {
      const request = { padding: 'x'.repeat(padding), jsonrpc: '2.0', id: 5, method: 'test_name' }
      const { status, body } = await world.post(request, '/wrong-key')
      expect(status).toBe(401)
      return body?.id
    }
    expect([await idAfter(100), await idAfter(300_000)]).toEqual([5, null])
  })

  it.each([
    ['plain', 'content-length: 0\r\n', ''],
    ['other', 'transfer-encoding: chunked\r\n', '0\r\n\r\n'],
  ])('keeps little of idle connections after %s requests with long heads', async (_, line, body) => {
    const world = await openServerWorld({ networks })
    const count = 100
    const connections = await Promise.all(Array.from({ length: count }, () => world.connect()))
    const request = (index: number): string =>
      `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nx-${index}: ${'y'.repeat(15_000)}\r\n${line}\r\n${body}`
    const before = heldBytes()
    for (let index = 0; index < 4; index++) {
      for (const { socket } of connections) socket.write(request(index))
      await expect
        .poll(() => connections.every(({ received }) => received.split('HTTP/1.1 ').length === index + 2), {
          timeout: 10_000,
        })
        .toBe(true)
    }
    await expect.poll(() => (heldBytes() - before) / count).toBeLessThan(48 * 1024)
  })
})

/** Memory of the process that a garbage collection leaves. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
