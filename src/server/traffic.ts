import type { Server, Socket } from 'node:net'

/** What happened on the connections of a server since the look before. */
export interface TrafficLook {
  readonly receivedBytes: number
  /** Whether a client may wait for an answer: a connection received bytes and has sent none since. */
  readonly isAnswering: boolean
}

interface Counts {
  received: number
  sent: number
  isAnswering: boolean
}

/**
 * Tells whether clients ask a server, from the counters of its sockets. They are read at a look, so a request
 * costs nothing.
 */
export class Traffic {
  readonly #connections = new Map<Socket, Counts>()
  /** Bytes of connections that were closed since the last look. */
  #closedBytes = 0

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      if (this.#connections.has(socket)) return
      this.#connections.set(socket, { received: 0, sent: 0, isAnswering: false })
      socket.once('close', () => this.#forget(socket))
    })
  }

  look(): TrafficLook {
    let receivedBytes = this.#closedBytes
    let isAnswering = false
    this.#closedBytes = 0
    for (const [socket, counts] of this.#connections) {
      const { bytesRead, bytesWritten } = socket
      if (bytesWritten !== counts.sent) counts.isAnswering = false
      else if (bytesRead !== counts.received) counts.isAnswering = true
      receivedBytes += bytesRead - counts.received
      isAnswering ||= counts.isAnswering
      counts.received = bytesRead
      counts.sent = bytesWritten
    }
    return { receivedBytes, isAnswering }
  }

  #forget(socket: Socket): void {
    this.#closedBytes += socket.bytesRead - (this.#connections.get(socket)?.received ?? 0)
    this.#connections.delete(socket)
  }
}
