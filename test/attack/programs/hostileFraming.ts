import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import type { Random } from '../random.ts'
import { webSocketOpening } from '../rawSockets.ts'

const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'

const heads = (path: string, random: Random): readonly string[] => [
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n${body}`,
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\n${body}`,
  `POST ${path} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\nzz\r\n${body}`,
  `POST ${path} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n${body}`,
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 1\r\n\r\n`,
  `POST ${path} HTTP/1.1\r\n${'x-header: y\r\n'.repeat(2_000)}\r\n`,
  `POST /${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
  `POST ${path} HTTP/9.9\r\n\r\n`,
  `CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: a\r\n\r\n`,
  `GET ${path} HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: x\r\nsec-websocket-version: 99\r\n\r\n`,
  random.bytes(random.below(2_000)).toString('latin1'),
]

/** Changes a few bytes. */
function mutated(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  for (let count = random.below(4); count > 0 && bytes.length > 0; count--)
    bytes[random.below(bytes.length)] = random.below(256)
  return bytes
}

async function send(port: number, bytes: Buffer, stayMs: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.on('data', () => {})
  socket.write(bytes)
  await Promise.race([once(socket, 'close').catch(() => {}), pause(stayMs)])
  socket.destroy()
}

/** Sends `count` messages, a few at a time. */
async function flood(count: number, send: (index: number) => Promise<void>): Promise<void> {
  let sent = 0
  const work = async (): Promise<void> => {
    while (sent < count) await send(sent++)
  }
  await Promise.all(Array.from({ length: 32 }, work))
}

export const hostileHttp: Attack = {
  name: 'http',
  aim: 'sends malformed and mutated HTTP, and holds half requests open',
  isForGateways: true,
  async run({ target, random, isLong }) {
    const { pathname } = target.attacker.url
    const count = isLong ? 20_000 : 1_500
    const idle = Array.from({ length: 500 }, () => connect(target.port, '127.0.0.1').on('error', () => {}))
    for (const socket of idle) socket.write('POST / HTTP/1.1\r\nhost:')
    await flood(count, () => send(target.port, mutated(random.pick(heads(pathname, random)), random), 30))
    for (const socket of idle) socket.destroy()
    return {
      figures: `${count.toLocaleString('en-US')} requests, 500 half requests held open`,
      violations: [],
    }
  },
}

/** Frames that break RFC 6455, and some at its edge. */
const frames = (random: Random): Buffer =>
  random.pick([
    () => Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]),
    () => Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    () => Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    () => Buffer.from([0x83, 0x80, 0, 0, 0, 0]),
    () => Buffer.concat(Array.from({ length: 2_000 }, () => Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x5b]))),
    () => Buffer.concat(Array.from({ length: 2_000 }, () => Buffer.from([0x89, 0x80, 0, 0, 0, 0]))),
    () => Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc0, 0xaf]),
    () => Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0xff, 0xff]),
    () => random.bytes(random.below(500)),
  ])()

export const hostileFrames: Attack = {
  name: 'websocket',
  aim: 'opens WebSockets and sends frames that break the protocol, endless fragments and floods of pings',
  isForGateways: true,
  async run({ target, random, isLong }) {
    const { pathname } = target.attacker.url
    const count = isLong ? 5_000 : 500
    const opening = Buffer.from(webSocketOpening(pathname))
    await flood(count, async () => {
      const parts = Array.from({ length: 1 + random.below(5) }, () => frames(random))
      await send(target.port, Buffer.concat([opening, ...parts]), 50)
    })
    return { figures: `${count.toLocaleString('en-US')} sockets with broken frames`, violations: [] }
  },
}

export const hostilePeers: Attack = {
  name: 'peers',
  aim: 'sends random handshakes over TCP and random packets over UDP to the port for peers',
  async run({ target, random, isLong }) {
    const enode = target.announced.networks[0]!.enode
    const port = Number(new URL(enode ?? 'enode://x@127.0.0.1:0').port)
    if (port === 0) return { figures: 'no port for peers', violations: ['the node has no port for peers'] }
    const handshakes = isLong ? 5_000 : 300
    const packets = isLong ? 273_000 : 20_000
    await flood(handshakes, () => send(port, random.bytes(random.pick([1, 200, 307, 400, 3_000])), 20))
    const { createSocket } = await import('node:dgram')
    const socket = createSocket('udp4')
    await flood(
      packets,
      () =>
        new Promise((resolve) =>
          socket.send(random.bytes(random.below(200)), port, '127.0.0.1', () => resolve()),
        ),
    )
    socket.close()
    return {
      figures: `${handshakes.toLocaleString('en-US')} handshakes, ${packets.toLocaleString('en-US')} packets`,
      violations: [],
    }
  },
}
