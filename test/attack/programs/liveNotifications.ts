import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const sockets = 200
const subscriptionsOfSocket = 10
const blocks = 2
/** Emits logs with the topic 1 until 16 Ki gas are left. */
const emitting = '0x5b600160006000a15a61400010600057'

const opening = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n`
const subscription = '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs",{}]}'
/** A masked frame of up to 125 bytes whose mask is zero (RFC 6455, section 5.2). */
const frame = Buffer.concat([
  Buffer.from([0x81, 0x80 | subscription.length, 0, 0, 0, 0]),
  Buffer.from(subscription),
])

/** Every second socket is not read after its subscriptions. */
async function subscribe({ port, attacker }: Target): Promise<Socket[]> {
  const opened: Socket[] = []
  for (let index = 0; index < sockets; index++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}).resume()
    socket.write(opening(attacker.url.pathname))
    for (let count = 0; count < subscriptionsOfSocket; count++) socket.write(frame)
    opened.push(socket)
    if (index % 20 === 0) await pause(50)
  }
  await pause(1_000)
  for (const [index, socket] of opened.entries()) if (index % 2 === 0) socket.pause()
  return opened
}

export const liveNotifications: Attack = {
  name: 'notifications',
  aim: 'subscribes to all logs as often as it may, makes blocks full of logs, and reads half of its sockets',
  isForGateways: true,
  async run({ target }) {
    const opened = await subscribe(target)
    let maximumMiB = 0
    const data = { from: target.account, data: emitting, gas: '0x632ea0' }
    for (let block = 0; block < blocks; block++) {
      await target.attacker.ask('eth_sendTransaction', [data])
      maximumMiB = Math.max(maximumMiB, target.memoryMiB())
    }
    for (let sample = 0; sample < 10; sample++) {
      await pause(200)
      maximumMiB = Math.max(maximumMiB, target.memoryMiB())
    }
    // All at once, with what waits for them.
    for (const socket of opened) socket.destroy()
    await pause(1_000)
    return {
      figures: `${sockets} WebSockets × ${subscriptionsOfSocket} subscriptions to all logs of ${blocks} full blocks; at most ${Math.round(maximumMiB)} MiB`,
      violations: [],
    }
  },
}
