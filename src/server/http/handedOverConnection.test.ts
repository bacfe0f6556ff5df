import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openHoldings } from '../limits/serverHoldings.ts'
import { SocketTurns } from '../limits/socketTurns.ts'
import { openServerWorld } from '../serverWorld.cases.ts'
import { defaultLimits } from '../settings/serverLimits.ts'
import { DirectFront } from './directFront.ts'

/** Node's server behind the front. It answers requests to `/now`, and keeps the responses to others by their paths. */
async function openHeldServer() {
  const server = createServer()
  const front = new DirectFront(server, {
    limits: defaultLimits,
    now: Date.now,
    accept: () => {},
    turns: new SocketTurns(),
    admission: { ownerOf: (_, address) => address },
    holdings: openHoldings(defaultLimits),
    onTooMany: () => {},
  })
  const held: { readonly url: string | undefined; readonly response: ServerResponse }[] = []
  server.on('request', ({ url }, response) => {
    if (url === '/now') response.end('now')
    else held.push({ url, response })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const open = (): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    return socket
  }
  /** Another client is answered. */
  const answerOther = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = open().once('data', () => resolve())
      socket.write('DELETE /now HTTP/1.1\r\nhost: a\r\n\r\n')
    })
  onTestFinished(() => {
    front.terminate()
    server.closeAllConnections()
    server.close()
  })
  return { held, open, answerOther }
}

const bare = (index: number): string => `DELETE /${index} HTTP/1.1\r\nhost: a\r\n\r\n`
const chunked = (index: number): string =>
  `POST /${index} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n`
const withLength = (index: number): string =>
  `PUT /${index} HTTP/1.1\r\nhost: a\r\ncontent-length: 8\r\n\r\n\r\n\r\n\n\n\n\n`

describe("a connection that Node's server reads", () => {
  it.each([
    ['without bodies', bare],
    ['with chunked bodies', chunked],
    ['with bodies of known length', withLength],
    ['after empty lines', (index: number) => `\r\n\n\r\n${bare(index)}`],
  ])('parses a request when the one before has been answered, %s', async (_, request) => {
    const { held, open, answerOther } = await openHeldServer()
    open().write(Array.from({ length: 1_000 }, (_, index) => request(index)).join(''))
    for (let answered = 0; answered < 4; answered++) {
      await expect.poll(() => held.length).toBe(answered + 1)
      await answerOther()
      await answerOther()
      expect(held.map(({ url }) => url)).toEqual(Array.from({ length: answered + 1 }, (_, at) => `/${at}`))
      held.at(-1)!.response.end('answer')
    }
  })

  it('parses no more than two at once, wherever the parts of the bytes end', async () => {
    const { held, open, answerOther } = await openHeldServer()
    const text = Array.from({ length: 6 }, (_, index) => chunked(index)).join('')
    const socket = open().setNoDelay(true)
    for (let at = 0; at < text.length; at += 7) {
      socket.write(text.slice(at, at + 7))
      if (at % 70 === 0) await answerOther()
    }
    await answerOther()
    expect(held.length).toBeLessThanOrEqual(2)
    for (let answered = 0; answered < 6; answered++) {
      await expect.poll(() => held.length).toBeGreaterThan(answered)
      held[answered]!.response.end('answer')
    }
    expect(held.map(({ url }) => url)).toEqual(['/0', '/1', '/2', '/3', '/4', '/5'])
  })

  it('answers requests that were sent before the client ended its side', async () => {
    const connection = await (await openServerWorld()).connect()
    connection.socket.end('GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'.repeat(5))
    await connection.closed
    expect(connection.received.split('HTTP/1.1 200').length - 1).toBe(5)
  })

  it('opens a WebSocket after requests, with the frames that follow in the same bytes', async () => {
    const connection = await (await openServerWorld()).connect()
    const opening =
      'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n'
    const call = '{"id":1,"method":"test_name"}'
    const frame = Buffer.concat([Buffer.from([0x81, 0x80 | call.length, 0, 0, 0, 0]), Buffer.from(call)])
    const probe = 'GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
    connection.socket.write(Buffer.concat([Buffer.from(probe + probe + opening), frame, frame]))
    await expect.poll(() => connection.received.split('"result":"regtest"').length - 1).toBe(2)
    expect(connection.received.split('HTTP/1.1 200').length - 1).toBe(2)
  })
})
