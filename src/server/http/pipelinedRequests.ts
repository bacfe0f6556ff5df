import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { SocketTurns } from '../limits/socketTurns.ts'

/** Requests of one connection in a turn of the event loop; only a program that sends without reading has more. */
const requestsOfTurn = 16

/**
 * Bounds the requests that Node's server takes from one chunk of a connection: it parses thousands of small ones before anything
 * else runs. The connection ends with the answer to the last that is accepted, and its client sends the others again.
 */
export class PipelinedRequests {
  readonly #turns: SocketTurns
  #turn = -1
  readonly #counts = new Map<Socket, number>()

  constructor(turns: SocketTurns) {
    this.#turns = turns
  }

  /** Whether the request is answered. */
  accepts({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const { current } = this.#turns
    if (current !== this.#turn) {
      this.#turn = current
      this.#counts.clear()
    }
    const count = (this.#counts.get(socket) ?? 0) + 1
    this.#counts.set(socket, count)
    if (count === requestsOfTurn) response.shouldKeepAlive = false
    if (count > requestsOfTurn) socket.pause()
    return count <= requestsOfTurn
  }
}
