import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { closePort, listen } from './boundedServer.ts'

describe('closing a port', () => {
  it('answers all connections that the system has accepted before', async () => {
    const server = createServer((_, response) => response.end('done'))
    const { port } = await listen(server, { host: '127.0.0.1', port: 0 })
    const sockets = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'))
    const answers = sockets.map(async (socket) => {
      let text = ''
      socket.on('data', (bytes) => {
        text += String(bytes)
      })
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
      await once(socket, 'close').catch((error: NodeJS.ErrnoException) => (text = String(error.code)))
      return text.slice(0, 'HTTP/1.1 200'.length)
    })
    // The system connects them before this process takes one.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    await closePort(server)
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']))
  })
})
