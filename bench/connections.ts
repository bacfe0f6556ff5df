// The cost of 10,000 open connections: `npm run build && npm run bench -- connections`.
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { programs } from './rpc/programs.ts'
import { type Running, start } from './rpc/running.ts'

const connectionCount = 10_000
/** Connections opened at a time, because the queue of a listening socket is short. */
const together = 200
const spareFiles = 500

const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
const request = `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

/** Measures the cost of many open connections for a development chain; each has sent one request. */
export async function bench(): Promise<void> {
  const allowed = openFilesAllowed()
  if (allowed < connectionCount + spareFiles) {
    console.log(
      `\n${connectionCount} connections: skipped, a process may open ${allowed} files here (ulimit -n)`,
    )
    return
  }
  const running = await start(programs()[0]!)
  const sockets: Socket[] = []
  try {
    const before = running.memoryMiB()
    for (let opened = 0; opened < connectionCount; opened += together) {
      sockets.push(...(await Promise.all(Array.from({ length: together }, () => askOnce(running)))))
    }
    const startedAt = performance.now()
    await running.client.text('eth_blockNumber')
    const latency = performance.now() - startedAt
    const memory = `${before.toFixed(0)} MiB before, ${running.memoryMiB().toFixed(0)} MiB with them`
    console.log(`\n${sockets.length} connections: ${memory}; one more request took ${latency.toFixed(1)} ms`)
  } finally {
    for (const socket of sockets) socket.destroy()
    await running.stop()
  }
}

function askOnce({ port }: Running): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.once('data', () => resolve(socket))
    socket.once('error', reject)
  })
}

function openFilesAllowed(): number {
  const limit = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return Number(limit)
}
