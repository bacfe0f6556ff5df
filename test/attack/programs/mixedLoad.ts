import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { KeyClient } from '../client.ts'
import type { Target } from '../target.ts'
import { keccakLoop } from './expensiveCalls.ts'

/* Everything heavy at once, as one client can ask for it. */

const loadMs = 6_000
const slowBodies = 200

const call = (method: string, ...params: unknown[]): object => ({ jsonrpc: '2.0', id: 1, method, params })
const heavyCall = call('eth_call', { data: keccakLoop, gas: '0x989680' }, 'latest')

const bodies: readonly unknown[] = [
  Array.from({ length: 100 }, () => heavyCall),
  heavyCall,
  call('trace_filter', {}),
  call('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' }),
  [call('eth_getLogs', { fromBlock: '0x0' }), call('trace_filter', {}), heavyCall],
]

/** Requests whose bodies come a byte at a time. */
const openSlowBodies = ({ attacker, port }: Target): Socket[] =>
  Array.from({ length: slowBodies }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST ${attacker.url.pathname} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`,
    )
    return socket
  })

export const mixedLoad: Attack = {
  name: 'load',
  aim: 'asks for long logs, traces and heavy calls in batches and singly at once, with slow bodies beside them',
  isForGateways: true,
  async run({ target }) {
    const client = new KeyClient(target.attacker.url.href, 64)
    const slow = openSlowBodies(target)
    let sent = 0
    let isOver = false
    const work = async (body: unknown): Promise<void> => {
      while (!isOver) {
        sent++
        await client.post(JSON.stringify(body)).catch(() => {})
      }
    }
    const all = Array.from({ length: 20 }, (_, index) => work(bodies[index % bodies.length]))
    let maximumMiB = 0
    for (const endMs = performance.now() + loadMs; performance.now() < endMs; await pause(100)) {
      for (const socket of slow) if (!socket.destroyed) socket.write('x')
      maximumMiB = Math.max(maximumMiB, target.memoryMiB())
    }
    isOver = true
    client.close()
    for (const socket of slow) socket.destroy()
    await Promise.race([Promise.all(all), pause(5_000)])
    return {
      figures: `${sent} requests of ${bodies.length} kinds over 20 connections, ${slowBodies} slow bodies, at most ${Math.round(maximumMiB)} MiB`,
      violations: [],
    }
  },
}
