import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Target } from './target.ts'

/** The request that turns a connection into a WebSocket. */
export const webSocketOpening = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n`

/** A masked frame whose mask is zero (RFC 6455, section 5.2); a text that ends its message by default. */
export function frame(content: string | Buffer, first = 0x81): Buffer {
  const body = Buffer.from(content)
  const { length } = body
  const head =
    length < 126
      ? Buffer.from([first, 0x80 | length])
      : length < 65_536
        ? Buffer.from([first, 0xfe, length >> 8, length & 0xff])
        : Buffer.concat([
            Buffer.from([first, 0xff, 0, 0, 0, 0]),
            Buffer.from(Uint32Array.of(length).buffer).reverse(),
          ])
  return Buffer.concat([head, Buffer.alloc(4), body])
}

/** A plain request with further header lines, each ended by CRLF. */
export const postOf = (path: string, body: string, lines = ''): string =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines}\r\n${body}`

export const call = (method: string, ...params: unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

export function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  return socket.on('error', () => {})
}

export interface Flood {
  readonly sockets: number
  readonly ms: number
  /** Sent first, once. */
  readonly opening?: string
  /** Sent again when bytes arrive, and over a new connection when the server has closed the old one. */
  readonly content: string | Buffer
  /** Whether answers are read; the content is then sent again with each chunk that arrives. */
  readonly reads?: boolean
}

/** Sends, waits for bytes, and sends again over all sockets until the time is over. Returns how often it sent. */
export async function flood({ port }: Pick<Target, 'port'>, options: Flood): Promise<number> {
  const { sockets, ms, opening, content, reads = true } = options
  const opened = new Set<Socket>()
  let sent = 0
  let isOver = false
  const start = (): void => {
    if (isOver) return
    const socket = open(port)
    opened.add(socket)
    const send = (): void => {
      if (isOver || socket.destroyed || socket.writableLength > 0) return
      sent++
      socket.write(content)
    }
    if (reads) socket.on('data', send)
    socket.once('close', () => {
      opened.delete(socket)
      setTimeout(start, 5)
    })
    if (opening !== undefined) socket.write(opening)
    send()
  }
  for (let index = 0; index < sockets; index++) start()
  await pause(ms)
  isOver = true
  for (const socket of opened) socket.destroy()
  return sent
}

/** Opens connections and closes them at once, a number at a time, until the time is over. */
export async function connectOnly(
  { port }: Pick<Target, 'port'>,
  atOnce: number,
  ms: number,
): Promise<number> {
  let made = 0
  const endMs = performance.now() + ms
  const work = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const socket = open(port)
      await Promise.race([once(socket, 'connect').catch(() => {}), pause(1_000)])
      made++
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return made
}
