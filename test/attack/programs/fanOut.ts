import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Attack, violationsOf } from '../attack.ts'
import { openTarget, type Target } from '../target.ts'
import { observe } from '../victim.ts'

/** A key has 2,000 places for subscriptions, a socket 100. */
const keys = 5
const socketsOfKey = 20
const sockets = keys * socketsOfKey
const subscriptionsOfSocket = 100
const places = sockets * subscriptionsOfSocket
const logs = 2
/** Emits 2 logs with the topic 1, and as many as a block holds. */
const someLogs = '0x60025b600160006000a160019003806002570000'
const fullOfLogs = '0x5b600160006000a15a61400010600057'

/** Resolves after so many messages. */
const messages = (socket: WebSocket, count: number): Promise<void> =>
  new Promise((resolve) => {
    let left = count
    const hear = (): void => {
      if (--left > 0) return
      socket.off('message', hear)
      resolve()
    }
    socket.on('message', hear)
  })

async function subscribe(target: Target): Promise<WebSocket[]> {
  const urls = (await target.createKeys(keys)).map(({ client }) => client.url.href.replace('http', 'ws'))
  const opened: WebSocket[] = []
  for (let index = 0; index < sockets; index++) {
    const socket = new WebSocket(urls[index % keys]!).on('error', () => {})
    await once(socket, 'open')
    const answered = messages(socket, subscriptionsOfSocket)
    for (let count = 0; count < subscriptionsOfSocket; count++) {
      const body = { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', {}] }
      socket.send(JSON.stringify(body))
    }
    await answered
    opened.push(socket)
  }
  return opened
}

export const fanOut: Attack = {
  name: 'fanout',
  aim: 'subscribes to all logs 10,000 times with five keys, and makes a block with some logs and a full one',
  isAlone: true,
  async run() {
    const target = await openTarget(false)
    try {
      const opened = await subscribe(target)
      let told = 0
      for (const socket of opened) socket.on('message', () => told++)
      const victim = await observe(target.victim, target.pid)
      const { account, attacker } = target
      await attacker.ask('eth_sendTransaction', [{ from: account, data: someLogs, gas: '0x30000' }])
      const wanted = logs * places
      for (let waits = 0; told < wanted && waits < 300; waits++) await pause(100)
      const toldOfSome = told
      await attacker.ask('eth_sendTransaction', [{ from: account, data: fullOfLogs, gas: '0x632ea0' }])
      await pause(3_000)
      const report = await victim.stop()
      const open = opened.filter(({ readyState }) => readyState === WebSocket.OPEN).length
      for (const socket of opened) socket.terminate()
      return {
        figures: `${places.toLocaleString('en-US')} subscriptions of ${keys} keys: ${toldOfSome.toLocaleString('en-US')} notifications of ${logs} logs; of a full block ${(told - toldOfSome).toLocaleString('en-US')}, after which ${open} of ${sockets} WebSockets are open`,
        violations: violationsOf({
          'all subscribers are told of a few logs': toldOfSome === wanted,
          'the node lives': target.isAlive,
        }),
        victims: [report],
      }
    } finally {
      await target.stop()
    }
  },
}
