import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { clientAddress } from '../limits/clientAddress.ts'
import { Shares } from '../limits/shares.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import { DirectConnection, type DirectConnectionParts } from './directConnection.ts'
import { HandedOverConnection } from './handedOverConnection.ts'

export interface DirectFrontParts {
  readonly limits: ServerLimits
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly accept: DirectConnectionParts['accept']
  readonly turns: SocketTurns
  /** Is told the address of a connection that is closed because its address has too many. */
  readonly onTooMany: (address: string) => void
}

/**
 * Takes the connections of Node's server before its implementation of HTTP, and gives back those that need it.
 *
 * Who parses: a `DirectConnection` parses plain requests, from the first byte of a connection on. With the first request that is
 * not plain, Node's server parses the rest of the connection; a `HandedOverConnection` gives it the bytes, one request at a time.
 * Who gives turns: `SocketTurns`, which both ask before they serve more than the first request of what a socket delivered.
 * Neither gives turns to the requests of different sockets that arrive one at a time: the event loop does.
 */
export class DirectFront {
  readonly #connections = new Map<Socket, DirectConnection>()
  readonly #handedOver = new WeakMap<Duplex, HandedOverConnection>()
  readonly #perAddress: Shares
  readonly #admitted = new WeakSet<Socket>()

  constructor(server: Server, { limits, now, accept, turns, onTooMany }: DirectFrontParts) {
    this.#perAddress = new Shares(limits.connectionsPerAddress)
    const own = server.listeners('connection')
    server.removeAllListeners('connection')
    const parts: DirectConnectionParts = {
      ...limits,
      maximumBody: limits.bodyBytes,
      date: clockOfHeaders(now),
      accept,
      turns,
      handOver: (socket, address) => {
        this.#connections.delete(socket)
        for (const listener of own) listener.call(server, socket)
        this.#handedOver.set(socket, new HandedOverConnection(socket, address, turns))
      },
    }
    for (const event of ['request', 'checkContinue'] as const) {
      server.on(event, (request, response) => this.#handedOver.get(request.socket)?.begin(request, response))
    }
    for (const event of ['upgrade', 'connect'] as const) {
      server.on(event, (_, socket) => this.#handedOver.get(socket)?.end())
    }
    server.on('connection', (socket) => {
      const address = clientAddress(socket.remoteAddress)
      if (!this.#admit(socket, address)) {
        onTooMany(address)
        socket.destroy()
        return
      }
      this.#connections.set(socket, new DirectConnection(socket, address, parts))
      socket.once('close', () => this.#connections.delete(socket))
    })
  }

  /** A socket comes a second time when its offer of another protocol has been removed; it is counted once. */
  #admit(socket: Socket, address: string): boolean {
    if (this.#admitted.has(socket)) return true
    const leave = this.#perAddress.take(address)
    if (leave === undefined) return false
    this.#admitted.add(socket)
    socket.once('close', leave)
    return true
  }

  /** Ends idle connections now and the others with their answers. */
  drain(): void {
    for (const connection of this.#connections.values()) connection.drain()
  }

  terminate(): void {
    for (const connection of this.#connections.values()) connection.terminate()
  }
}

/** The value of the `Date` header, which changes once a second. */
function clockOfHeaders(now: () => number): () => string {
  let second = 0
  let text = ''
  return () => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      second = current
      text = new Date(current * 1000).toUTCString()
    }
    return text
  }
}
