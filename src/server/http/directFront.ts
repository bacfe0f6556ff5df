import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { clientAddress } from '../limits/clientAddress.ts'
import type { ServerHoldings } from '../limits/serverHoldings.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import { DirectConnection, type DirectConnectionParts, FirstLines } from './directConnection.ts'
import { HandedOverConnection } from './handedOverConnection.ts'
import { takeConnections } from './nodeInternals.ts'

export interface DirectFrontParts extends Pick<FrontParts, 'limits' | 'holdings'> {
  readonly turns: DirectConnectionParts['turns'] & Pick<SocketTurns, 'accepted'>
  readonly admission: Pick<FrontParts['admission'], 'ownerOf'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly accept: DirectConnectionParts['accept']
  /** Called with the address of a connection that is closed because there are too many. */
  readonly onTooMany: (address: string) => void
}

/**
 * Takes the connections of Node's server before its implementation of HTTP, and gives back those that need it.
 *
 * Who parses: a `DirectConnection` parses plain requests, from the first byte of a connection on. With the first request that is
 * not plain, Node's server parses the rest of the connection; a `HandedOverConnection` gives it the bytes, one request at a time.
 * Who gives turns: `SocketTurns`, which both ask before they serve a request. Node accepts one connection in a turn of the event
 * loop, so a turn that serves all that arrived would keep new clients out.
 */
export class DirectFront {
  readonly #connections = new Map<Socket, DirectConnection>()
  readonly #handedOver = new WeakMap<Duplex, HandedOverConnection>()
  readonly #held: ServerHoldings['connections']
  readonly #admitted = new WeakSet<Socket>()
  readonly #onTooMany: DirectFrontParts['onTooMany']

  constructor(
    server: Server,
    { limits, now, accept, turns, admission, holdings, onTooMany }: DirectFrontParts,
  ) {
    this.#held = holdings.connections
    this.#onTooMany = onTooMany
    const ownerOf = admission.ownerOf.bind(admission)
    const giveBack = takeConnections(server)
    const parts: DirectConnectionParts = {
      limits,
      firstLines: new FirstLines(now, limits.keepAliveTimeoutMs),
      accept,
      turns,
      ownerOf,
      handOver: (socket, address) => {
        this.#connections.delete(socket)
        giveBack(socket)
        this.#handedOver.set(socket, new HandedOverConnection(socket, address, { turns, ownerOf }))
      },
    }
    for (const event of ['request', 'checkContinue'] as const) {
      server.on(event, (request, response) => this.#handedOver.get(request.socket)?.begin(request, response))
    }
    for (const event of ['upgrade', 'connect'] as const) {
      server.on(event, (_, socket) => this.#handedOver.get(socket)?.end())
    }
    server.on('connection', (socket) => {
      turns.accepted()
      const address = clientAddress(socket.remoteAddress)
      if (!this.#admit(socket, address)) {
        onTooMany(address)
        socket.destroy()
      } else this.#connections.set(socket, new DirectConnection(socket, address, parts))
    })
  }

  /** A socket comes a second time when its offer of another protocol has been removed; it is counted once. */
  #admit(socket: Socket, address: string): boolean {
    if (this.#admitted.has(socket)) return true
    const holding = this.#held.take(address, 1, () => {
      this.#onTooMany(address)
      socket.destroy()
    })
    if (holding === undefined) return false
    this.#admitted.add(socket)
    socket.once('close', () => {
      this.#held.release(holding)
      this.#connections.delete(socket)
    })
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
