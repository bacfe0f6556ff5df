import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ServerLimits } from '../settings/serverLimits.ts'
import { DirectConnection, type DirectConnectionOptions } from './directConnection.ts'

export interface DirectFrontOptions {
  readonly limits: ServerLimits
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly accept: DirectConnectionOptions['accept']
}

/**
 * Takes the connections of a server before its own implementation of HTTP sees them, and gives those back that
 * need it.
 */
export class DirectFront {
  readonly #connections = new Map<Socket, DirectConnection>()

  constructor(server: Server, { limits, now, accept }: DirectFrontOptions) {
    const own = server.listeners('connection')
    server.removeAllListeners('connection')
    const options: DirectConnectionOptions = {
      ...limits,
      maximumBody: limits.bodyBytes,
      date: clockOfHeaders(now),
      accept,
      handOver: (socket) => {
        this.#connections.delete(socket)
        for (const listener of own) listener.call(server, socket)
      },
    }
    server.on('connection', (socket) => {
      this.#connections.set(socket, new DirectConnection(socket, options))
      socket.once('close', () => this.#connections.delete(socket))
    })
  }

  /** Ends the connections that wait for a request now, and the others with their answers. */
  drain(): void {
    for (const connection of this.#connections.values()) connection.drain()
  }

  terminate(): void {
    for (const connection of this.#connections.values()) connection.terminate()
  }
}

/** The time as headers tell it; written anew once a second. */
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
