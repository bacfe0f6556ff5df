import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/*
 * What the server needs of Node and `ws` beyond what they document. Both parse every byte that a socket delivers at once,
 * thousands of requests or frames of one client, while all other clients wait; neither offers a way to give it less. So
 * their listeners are removed here, and called with the bytes whose turn it is.
 *
 * Tried with Node 20.20 and ws 8.22. `nodeInternals.test.ts` states each fact that this file relies on and fails with a
 * version in which one of them has changed.
 */

/**
 * Takes the new connections of a server from its implementation of HTTP; returns the function that gives it one. Relies on:
 * a server reads its connections in its own listener to `connection`, also those that it gets later.
 */
export function takeConnections(server: Server): (socket: Socket) => void {
  const give = takeListeners(server, 'connection')
  return (socket) => give(socket)
}

/** What parses the bytes of a socket. */
export interface TakenParser {
  readonly parse: (bytes: Buffer) => void
  /** The client has sent its last byte. */
  readonly end: () => void
}

/**
 * Takes the bytes of a socket from Node's server or from `ws`, which get them by the functions that it returns. Relies on:
 * each parses in its listener to `data`, before that returns, and learns of the end in its listener to `end`. Node's server
 * reads a socket past its stream until the stream has another listener to `data`. `ws` forgets a destroyed socket.
 */
export function takeParser(socket: Duplex): TakenParser {
  const parse = takeListeners(socket, 'data')
  const end = takeListeners(socket, 'end')
  return {
    parse: (bytes) => {
      if (!socket.destroyed) parse(bytes)
    },
    end: () => {
      if (!socket.destroyed) end()
    },
  }
}

/** Closes the port of a server but no connection. Relies on: an HTTP server closes idle connections, and its base does not. */
export const closePortOnly = (server: Server): void => void NetServer.prototype.close.call(server)

/** Removes the listeners to an event; returns the function that calls them. */
function takeListeners(emitter: Server | Duplex, event: string): (argument?: unknown) => void {
  const listeners = emitter.listeners(event)
  emitter.removeAllListeners(event)
  return (argument) => {
    for (const listener of listeners) listener.call(emitter, argument)
  }
}
