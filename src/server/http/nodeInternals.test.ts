import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { closePortOnly, takeConnections, takeParser } from './nodeInternals.ts'

/* A failure here means that Node or ws has changed what `nodeInternals.ts` relies on. */

async function open(server: Server): Promise<Socket> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  })
  return client
}

/** The bytes that arrive at a socket. */
function collected(socket: Duplex): Buffer[] {
  const bytes: Buffer[] = []
  socket.on('data', (chunk: Buffer) => bytes.push(chunk))
  return bytes
}

const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
const opening =
  'GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n'
/** A masked text frame of one character. */
const frame = Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x78])

describe("Node's HTTP server", () => {
  it('reads connections in one listener, and only those that it is given', async () => {
    const server = createServer((_, response) => response.end())
    expect(server.listenerCount('connection')).toBe(1)
    const give = takeConnections(server)
    expect(server.listenerCount('connection')).toBe(0)
    const client = await open(server)
    const [socket] = (await once(server, 'connection')) as [Socket]
    expect([socket.listenerCount('data'), socket.listenerCount('error')]).toEqual([0, 0])
    give(socket)
    client.write(request)
    const [answer] = await once(client, 'data')
    expect(String(answer)).toContain('200 OK')
  })

  it('also reads bytes that another reader has put back into the socket', async () => {
    const server = createServer((_, response) => response.end())
    const give = takeConnections(server)
    const client = await open(server)
    const [socket] = (await once(server, 'connection')) as [Socket]
    client.write(request)
    const [bytes] = await once(socket, 'data')
    socket.unshift(bytes)
    give(socket)
    const [answer] = await once(client, 'data')
    expect(String(answer)).toContain('200 OK')
  })

  it('parses exactly the bytes that it is given, before its listener returns', async () => {
    const urls: (string | undefined)[] = []
    const server = createServer(({ url }, response) => {
      urls.push(url)
      response.end()
    })
    const client = await open(server)
    const [socket] = (await once(server, 'connection')) as [Socket]
    const { parse } = takeParser(socket)
    const bytes = collected(socket)
    client.write(request)
    await expect.poll(() => String(Buffer.concat(bytes))).toBe(request)
    expect(urls).toEqual([])
    parse(Buffer.from('GET /1 HTTP/1.1\r\nhost: a\r\n\r\nGET /2'))
    expect(urls).toEqual(['/1'])
    parse(Buffer.from(' HTTP/1.1\r\nhost: a\r\n\r\n'))
    expect(urls).toEqual(['/1', '/2'])
  })

  it('learns of the end of a connection by its listener', async () => {
    const server = createServer(() => {})
    const client = await open(server)
    const [socket] = (await once(server, 'connection')) as [Socket]
    const { parse, end } = takeParser(socket)
    collected(socket)
    parse(Buffer.from(request))
    const ended = once(socket, 'end')
    client.end()
    await ended
    expect(socket.writable).toBe(true)
    end()
    expect(socket.writable).toBe(false)
  })

  it('keeps its connections when its port is closed by its base', async () => {
    const server = createServer((_, response) => response.end())
    const client = await open(server)
    client.write(request)
    await once(client, 'data')
    closePortOnly(server)
    expect(server.listening).toBe(false)
    client.write(request)
    const [answer] = await once(client, 'data')
    expect(String(answer)).toContain('200 OK')
  })
})

describe('ws', () => {
  async function openWebSocket() {
    const server = createServer()
    const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: false })
    const opened = new Promise<{ webSocket: WebSocket; socket: Duplex }>((resolve) => {
      server.on('upgrade', (head, socket, rest) =>
        webSockets.handleUpgrade(head, socket, rest, (webSocket) => resolve({ webSocket, socket })),
      )
    })
    const client = await open(server)
    client.write(opening)
    return { client, ...(await opened) }
  }

  it('parses exactly the bytes that it is given, before its listener returns', async () => {
    const { client, webSocket, socket } = await openWebSocket()
    const messages: string[] = []
    webSocket.on('message', (message) => messages.push(String(message)))
    const { parse } = takeParser(socket)
    const bytes = collected(socket)
    client.write(frame)
    await expect.poll(() => Buffer.concat(bytes)).toEqual(frame)
    expect(messages).toEqual([])
    parse(frame.subarray(0, 3))
    expect(messages).toEqual([])
    parse(Buffer.concat([frame.subarray(3), frame]))
    expect(messages).toEqual(['x', 'x'])
  })

  it('learns of the end of a connection by its listener, and is not asked after it', async () => {
    const { client, webSocket, socket } = await openWebSocket()
    const { parse, end } = takeParser(socket)
    collected(socket)
    const ended = once(socket, 'end')
    client.end()
    await ended
    expect(webSocket.readyState).toBe(webSocket.OPEN)
    end()
    expect(webSocket.readyState).toBe(webSocket.CLOSING)
    socket.destroy()
    await once(webSocket, 'close')
    expect(() => {
      parse(frame)
      end()
    }).not.toThrow()
  })
})
