import { once } from 'node:events'
import { WebSocket } from 'ws'
import { type Attack, violationsOf } from '../attack.ts'

const addressOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`
const topicOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

/** A filter of 1,000 addresses and 1,000 topics. */
const heavyFilter = (seed: number) => ({
  address: Array.from({ length: 1_000 }, (_, index) => addressOf(seed * 1_000 + index)),
  topics: [Array.from({ length: 1_000 }, (_, index) => topicOf(seed * 1_000 + index))],
})

async function open(url: string): Promise<WebSocket | undefined> {
  const socket = new WebSocket(url)
  try {
    await once(socket, 'open')
    return socket
  } catch {
    return undefined
  }
}

/** Emits logs with the topic 1 until 16 Ki gas are left. */
const emitting = '0x5b600160006000a15a61400010600057'

/** Subscribes to many topics, none of which is in the logs of the next blocks. */
async function subscribeToTopics(sockets: readonly WebSocket[]): Promise<number> {
  let accepted = 0
  for (const [at, socket] of sockets.entries()) {
    for (let count = 0; count < 100; count++) {
      const params = ['logs', { topics: [topicOf(1_000 * (at + 1) + count)] }]
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }))
      const [data] = await once(socket, 'message')
      if (String(data).includes('"error"')) return accepted
      accepted++
    }
  }
  return accepted
}

/** Subscribes until the first refusal; returns how many were accepted. */
async function subscribeAll(socket: WebSocket, maximum: number): Promise<number> {
  for (let count = 0; count < maximum; count++) {
    const params = ['logs', heavyFilter(count)]
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }))
    const [data] = await once(socket, 'message')
    if (String(data).includes('"error"')) return count
  }
  return maximum
}

export const heavySubscriptions: Attack = {
  name: 'subscriptions',
  aim: 'opens as many WebSockets and heavy log subscriptions as it is allowed to, and makes blocks',
  isForGateways: true,
  async run({ target }) {
    const { attacker } = target
    const url = attacker.url.href.replace('http', 'ws')
    const sockets: WebSocket[] = []
    for (let index = 0; index < 600; index++) {
      const socket = await open(url)
      if (socket === undefined) break
      sockets.push(socket)
    }
    let subscriptions = 0
    for (const socket of sockets) {
      const accepted = await subscribeAll(socket, 100)
      subscriptions += accepted
      if (accepted === 0) break
    }
    for (let block = 0; block < 10; block++) await attacker.ask('evm_mine')
    for (const socket of sockets) socket.terminate()
    const others: WebSocket[] = []
    for (let index = 0; index < 20; index++) {
      const socket = await open(url)
      if (socket !== undefined) others.push(socket)
    }
    const topics = await subscribeToTopics(others)
    const data = { from: target.account, data: emitting, gas: '0x632ea0' }
    for (let block = 0; block < 3; block++) await attacker.ask('eth_sendTransaction', [data])
    for (const socket of others) socket.terminate()
    return {
      figures: `${sockets.length} WebSockets, ${subscriptions} subscriptions of 1,000 × 1,000; ${topics} to other topics while 3 blocks are full of logs`,
      violations: violationsOf({
        'sockets of one key are bounded by 500': sockets.length <= 500,
        'subscriptions of one key are bounded by their weight': subscriptions > 0 && subscriptions < 100,
      }),
    }
  },
}
