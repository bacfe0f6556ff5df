import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FetchTransport } from './fetchTransport.ts'
import { RemoteNode } from './remoteNode.ts'

const maximumBytes = 100_000

describe('FetchTransport', () => {
  it('ends the connection of an answer that is too long', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const writeMore = (): void => {
        while (response.write('[1,2,3,4],'.repeat(10_000)));
      }
      response.on('drain', writeMore)
      writeMore()
    })
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const transport = new FetchTransport({ url, maximumBytes, maximumConnections: 1 })
    const node = new RemoteNode({ url, transport, limits: { maximumAnswerBytes: maximumBytes, attempts: 1 } })
    onTestFinished(() => node.close())
    const ended = new Promise((resolve) => {
      server.on('connection', (socket) => socket.on('error', () => {}).on('close', resolve))
    })
    await expect(node.ask([{ method: 'eth_chainId', params: [] }])).rejects.toThrow(
      `answers more than ${maximumBytes} bytes`,
    )
    await ended
  })
})
