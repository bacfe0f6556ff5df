import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attack, violationsOf } from '../attack.ts'
import { call, frame, postOf, webSocketOpening } from '../rawSockets.ts'
import type { Target } from '../target.ts'
import { observe } from '../victim.ts'

/* Cheap things in large numbers: as many as sockets take, in writes of a mebibyte. */

const sockets = 50
const floodMs = 1_000
const writeBytes = 1 << 20
/** More than a message may have, so that a flood of one message is never complete. */
const maximumMessage = 5 << 20

/** As many copies as a write takes. */
const repeated = (part: Buffer): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(writeBytes / part.length) }, () => part))

/** The head of a frame whose content is as long as a message may be. */
const longFrame = Buffer.concat([
  Buffer.from([0x81, 0xff, 0, 0, 0, 0]),
  Buffer.from(Uint32Array.of(maximumMessage).buffer).reverse(),
  Buffer.alloc(4),
])

const blockNumber = call('eth_blockNumber')
/** The front parses requests of the usual methods itself. */
const unusual = Buffer.from('HEAD /x HTTP/1.1\r\nhost: a\r\n\r\n')

interface Flood {
  readonly name: string
  /** Those of the program if absent. */
  readonly count?: number
  /** Opens a WebSocket first. */
  readonly isWebSocket: boolean
  /** What is repeated. */
  readonly part: (path: string) => Buffer
  readonly reads: boolean
  /** Comes before the parts, once. */
  readonly beginning?: (path: string) => Buffer
  /** Parts are repeated also after a beginning. */
  readonly isEndless?: boolean
}

const floods: readonly Flood[] = [
  { name: 'unread pings', isWebSocket: true, part: () => frame('x'.repeat(100), 0x89), reads: false },
  { name: 'pongs', isWebSocket: true, part: () => frame('', 0x8a), reads: true },
  { name: 'calls over WebSockets', isWebSocket: true, part: () => frame(blockNumber), reads: true },
  { name: 'messages that are no JSON', isWebSocket: true, part: () => frame('{'), reads: true },
  {
    name: 'incomplete messages',
    isWebSocket: true,
    part: () => Buffer.from('x'.repeat(maximumMessage - 1)),
    reads: true,
    beginning: () => longFrame,
  },
  {
    name: 'pipelined requests',
    isWebSocket: false,
    part: (path) => Buffer.from(postOf(path, blockNumber)),
    reads: true,
  },
  {
    name: 'requests to no path',
    count: 800,
    isWebSocket: false,
    part: () => Buffer.from('GET /x HTTP/1.1\r\nhost: a\r\n\r\n'),
    reads: true,
  },
  { name: "requests that Node's server parses", isWebSocket: false, part: () => unusual, reads: true },
  { name: 'the same over many sockets', count: 800, isWebSocket: false, part: () => unusual, reads: true },
  {
    name: 'bodies in chunks of a byte',
    isWebSocket: false,
    part: () => Buffer.from('1\r\nx\r\n'),
    reads: true,
    beginning: (path) =>
      Buffer.from(
        `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
      ),
    isEndless: true,
  },
  {
    name: 'heads of 2,000 lines',
    isWebSocket: false,
    part: () => Buffer.from(`GET /x HTTP/1.1\r\nhost: a\r\n${'a:\r\n'.repeat(2_000)}\r\n`),
    reads: true,
  },
]

/** Writes to all sockets as fast as they take it. Returns the most MiB of the node. */
async function run(flood: Flood, target: Target): Promise<number> {
  const { count = sockets, isWebSocket, part, reads, beginning, isEndless = beginning === undefined } = flood
  const path = target.attacker.url.pathname
  const content = repeated(part(path))
  const opened = Array.from({ length: count }, () => {
    const socket: Socket = connect(target.port, '127.0.0.1')
    socket.on('error', () => {})
    if (reads) socket.resume()
    if (isWebSocket) socket.write(webSocketOpening(path))
    if (beginning !== undefined) socket.write(beginning(path))
    const write = (): void => {
      if (!socket.destroyed && socket.write(content) && isEndless) setImmediate(write)
    }
    if (isEndless) socket.on('drain', write)
    write()
    return socket
  })
  let maximumMiB = 0
  for (const endMs = performance.now() + floodMs; performance.now() < endMs; await pause(50)) {
    maximumMiB = Math.max(maximumMiB, target.memoryMiB())
  }
  // All at once, full of requests; the victim goes on asking.
  for (const socket of opened) socket.destroy()
  await pause(500)
  return maximumMiB
}

export const pipelines: Attack = {
  name: 'pipelines',
  aim: 'sends cheap requests, pings and parts of messages as fast as fifty sockets take them',
  isForGateways: true,
  async run({ target }) {
    const figures: string[] = []
    let maximumMiB = 0
    for (const flood of floods) {
      const victim = await observe(target.victim, target.pid)
      maximumMiB = Math.max(maximumMiB, await run(flood, target))
      const { keptBusyMs, newBusyMs } = await victim.stop()
      figures.push(`${flood.name} ${Math.round(Math.max(keptBusyMs, newBusyMs))} ms`)
    }
    return {
      figures: `${sockets} sockets: ${figures.join(', ')}; at most ${Math.round(maximumMiB)} MiB`,
      violations: violationsOf({ 'the memory is below 1,200 MiB': maximumMiB < 1_200 }),
    }
  },
}
