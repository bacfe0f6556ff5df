import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { SocketTurns } from '../limits/socketTurns.ts'
import { defaultLimits } from '../settings/serverLimits.ts'
import { DirectFront } from './directFront.ts'

/** A socket that seems to come from an address; it is connected to no client. */
const socketFrom = (address: string): Socket =>
  Object.defineProperty(new Socket(), 'remoteAddress', { value: address })

function openFront(connectionsPerAddress: number) {
  const server = createServer()
  const dropped: string[] = []
  const limits = { ...defaultLimits, connectionsPerAddress }
  const front = new DirectFront(server, {
    limits,
    now: Date.now,
    accept: () => {},
    turns: new SocketTurns(),
    onTooMany: (address) => dropped.push(address),
  })
  const connectFrom = (address: string): Socket => {
    const socket = socketFrom(address)
    server.emit('connection', socket)
    return socket
  }
  return { front, server, connectFrom, dropped }
}

describe('connections of one address', () => {
  it('are closed beyond the limit, and those of other addresses are not', () => {
    const { front, connectFrom, dropped } = openFront(2)
    const sockets = ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2'].map(connectFrom)
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, true, false])
    expect(dropped).toEqual(['192.0.2.1'])
    front.terminate()
  })

  it('are counted together in a /64 network of IPv6', () => {
    const { front, connectFrom } = openFront(1)
    const sockets = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'].map(connectFrom)
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false])
    front.terminate()
  })

  it('are accepted again when earlier ones have ended', async () => {
    const { front, connectFrom } = openFront(1)
    const first = connectFrom('192.0.2.1')
    const closed = new Promise((resolve) => first.once('close', resolve))
    first.destroy()
    await closed
    expect(connectFrom('192.0.2.1').destroyed).toBe(false)
    front.terminate()
  })

  it('are counted once when a socket comes back without its offer of another protocol', () => {
    const { front, server, connectFrom } = openFront(1)
    const socket = connectFrom('192.0.2.1')
    server.emit('connection', socket)
    expect(socket.destroyed).toBe(false)
    front.terminate()
  })

  it('are not limited on the same machine', () => {
    const { front, connectFrom } = openFront(1)
    const sockets = ['127.0.0.1', '127.0.0.1', '::1', '::1'].map(connectFrom)
    expect(sockets.some(({ destroyed }) => destroyed)).toBe(false)
    front.terminate()
  })
})
