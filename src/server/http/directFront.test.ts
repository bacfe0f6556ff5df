import { createServer } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openHoldings } from '../limits/serverHoldings.ts'
import { SocketTurns } from '../limits/socketTurns.ts'
import { defaultLimits } from '../settings/serverLimits.ts'
import { DirectFront } from './directFront.ts'

/** A socket that seems to come from an address; it is connected to no client. */
const socketFrom = (address: string): Socket =>
  Object.defineProperty(new Socket(), 'remoteAddress', { value: address })

function openFront(connectionsPerAddress: number, connections = defaultLimits.connections) {
  const server = createServer()
  const dropped: string[] = []
  const limits = { ...defaultLimits, connectionsPerAddress, connections }
  const front = new DirectFront(server, {
    limits,
    now: Date.now,
    accept: () => {},
    turns: new SocketTurns(),
    admission: { ownerOf: (_, address) => address },
    holdings: openHoldings(limits),
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

  it('are accepted again after earlier ones have ended', async () => {
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

  it('are closed, oldest first, for connections of others when the server is full', () => {
    const { front, connectFrom } = openFront(10, 4)
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.2', '192.0.2.3', '192.0.2.2']
    const sockets = addresses.map(connectFrom)
    // The last has as many as anybody else would have.
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false, false, true])
    front.terminate()
  })

  it('are not limited on the same machine', () => {
    const { front, connectFrom } = openFront(1)
    const sockets = ['127.0.0.1', '127.0.0.1', '::1', '::1'].map(connectFrom)
    expect(sockets.some(({ destroyed }) => destroyed)).toBe(false)
    front.terminate()
  })
})

describe('when the time of a turn of the event loop is used up', () => {
  const probe = 'HEAD /health HTTP/1.1\r\nhost: a\r\n\r\n'
  const post = 'POST /KEY HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}'

  it('the first request of a connection waits for its owner, and so does each later one', async () => {
    const server = createServer((request, response) => {
      served.push(request.url)
      response.end()
    })
    const served: unknown[] = []
    const waiting: { readonly owner: string; readonly work: () => unknown }[] = []
    const front = new DirectFront(server, {
      limits: defaultLimits,
      now: Date.now,
      accept: ({ url }, _, sink) => {
        served.push(url)
        sink.send(200, [], '', () => {})
      },
      turns: {
        accepted: () => {},
        takeSlice: () => false,
        worked: () => {},
        add: (owner, work) => void waiting.push({ owner, work }),
      },
      admission: { ownerOf: ({ url }) => `owner of ${url}` },
      holdings: openHoldings(defaultLimits),
      onTooMany: () => {},
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => {
      socket.destroy()
      front.terminate()
      server.close()
    })
    const sent = [post, post, probe, probe, post]
    const owners = new Set<string>()
    for (const [index, request] of sent.entries()) {
      socket.write(request)
      await expect.poll(() => waiting.length).toBe(1)
      expect(served).toHaveLength(index)
      // A connection that is handed over waits once more, for Node's server.
      await expect
        .poll(() => {
          for (const { owner, work } of waiting.splice(0)) {
            owners.add(owner)
            work()
          }
          return served.length
        })
        .toBe(index + 1)
    }
    expect(served).toEqual(['/KEY', '/KEY', '/health', '/health', '/KEY'])
    expect([...owners]).toEqual(['owner of /KEY', 'owner of /health'])
  })
})
