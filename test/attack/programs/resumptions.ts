import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Attack, type AttackContext, violationsOf } from '../attack.ts'
import type { Target } from '../target.ts'

/** Emits logs with the topic 1 until 16 Ki gas are left. */
const emitting = '0x5b600160006000a15a61400010600057'
const blocks = 40
const sockets = 400
/** Subscribers that do not read what they have missed, one in so many. */
const sleepers = 10
const patienceMs = 10_000

interface Head {
  readonly number: string
  readonly hash: string
}

async function headOf({ attacker }: Target): Promise<Head> {
  const { result } = await attacker.ask('eth_getBlockByNumber', ['latest', false])
  return result as Head
}

async function makeLogs({ attacker, account }: Target): Promise<void> {
  const data = { from: account, data: emitting, gas: '0x300000' }
  for (let block = 0; block < blocks; block++) await attacker.ask('eth_sendTransaction', [data])
}

interface Resumed {
  notifications: number
  /** Sockets that were closed, by the code. */
  readonly closed: Map<number, number>
  refused: number
}

/** Comes back with many sockets at once, as the clients of a gateway that was started again. */
async function comeBack(target: Target, after: Head, isOver: () => boolean): Promise<Resumed> {
  const url = target.attacker.url.href.replace('http', 'ws')
  const resumed: Resumed = { notifications: 0, closed: new Map(), refused: 0 }
  const opened = Array.from({ length: sockets }, (_, index) => {
    const socket = new WebSocket(url)
    socket.on('error', () => resumed.refused++)
    socket.on('close', (code) => resumed.closed.set(code, (resumed.closed.get(code) ?? 0) + 1))
    socket.on('message', () => resumed.notifications++)
    socket.on('open', () => {
      for (const kind of ['logs', 'newHeads']) {
        const params = [kind, { after }]
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }))
      }
      if (index % sleepers === 0) socket.pause()
    })
    return socket
  })
  const endMs = performance.now() + patienceMs
  for (let before = -1; performance.now() < endMs && !isOver(); ) {
    await pause(1_000)
    // The first ones may come late when the machine is busy.
    if (resumed.notifications === before && before > sockets * 3) break
    before = resumed.notifications
  }
  for (const socket of opened) socket.terminate()
  await Promise.race([
    Promise.all(opened.map((socket) => once(socket, 'close').catch(() => {}))),
    pause(2_000),
  ])
  return resumed
}

const closedText = ({ closed }: Resumed): string =>
  [...closed]
    .filter(([code]) => code !== 1006)
    .map(([code, count]) => `${count} × ${code}`)
    .join(', ') || 'none'

export const resumptions: Attack = {
  name: 'resumptions',
  aim: 'continues many subscriptions at once after a block that is followed by blocks full of logs',
  isForGateways: true,
  async run({ target, isOver }: AttackContext) {
    const after = await headOf(target)
    await makeLogs(target)
    const resumed = await comeBack(target, after, isOver)
    return {
      figures: `${sockets} WebSockets come back after ${blocks} blocks of logs: ${resumed.notifications.toLocaleString('en-US')} notifications, ${resumed.refused} refused, closed by the node: ${closedText(resumed)}`,
      violations: violationsOf({ 'missed blocks are told': resumed.notifications > sockets }),
    }
  },
}
