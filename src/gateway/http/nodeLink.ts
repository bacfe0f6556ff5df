import { clientHeader, errorsHeader, secretHeader } from '../../server/settings/fleetHeaders.ts'
import { hopsForm, hopsHeader } from '../../upstream/upstreamNode.ts'
import { ConnectionLost, type ExchangeListener, NodeSocket, type NodeSocketParts } from './nodeSocket.ts'

export interface NodeLinkParts extends NodeSocketParts {
  readonly secret: string
  /** Connections to the node at once; further requests wait for one of them. */
  readonly connections: number
  /** Requests that may wait. */
  readonly waiting: number
}

/** The client of a request; undefined for a request of the gateway itself. */
export type AskingClient =
  | {
      readonly name: string
      readonly hasKey: boolean
      readonly errors: string | undefined
      /** The nodes that have forwarded the request before, so that a circle of them is noticed. */
      readonly hops: string | undefined
    }
  | undefined

/** A node closes a connection that is idle for a minute; the gateway does so before, so that no request meets that moment. */
const longestIdleMs = 20_000

/** A request to a node and the listener to its reply. */
export interface Exchange extends ExchangeListener {
  readonly client: AskingClient
  readonly body: string
  /** The connection that it was sent over. */
  socket: NodeSocket | undefined
}

/** The connections to one node. */
export class NodeLink {
  readonly #parts: NodeLinkParts
  readonly #headBeginning: string
  readonly #sockets = new Set<NodeSocket>()
  readonly #idle: NodeSocket[] = []
  readonly #waiting = new Set<Exchange>()
  #isClosed = false

  constructor(parts: NodeLinkParts) {
    this.#parts = parts
    const { host, pathname, search } = parts.url
    this.#headBeginning =
      `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
      `${secretHeader}: ${parts.secret}\r\n`
  }

  exchange(exchange: Exchange): void {
    if (this.#isClosed) failLater(exchange, 'the gateway is closed')
    else {
      const socket = this.#idleSocket() ?? this.#newSocket()
      if (socket !== undefined) this.#send(socket, exchange)
      else if (this.#waiting.size < this.#parts.waiting) this.#waiting.add(exchange)
      else failLater(exchange, 'too many requests wait for the node')
    }
  }

  /** The exchange is told nothing more. */
  abandon(exchange: Exchange): void {
    this.#waiting.delete(exchange)
    exchange.socket?.abandon(exchange)
  }

  /** Ends connections whose node has been silent since a moment; returns how many. */
  dropSilent(sinceMs: number, since: 'asked' | 'begun'): number {
    let dropped = 0
    for (const socket of this.#sockets) if (socket.dropIfSilent(sinceMs, since)) dropped++
    return dropped
  }

  close(): void {
    this.#isClosed = true
    for (const exchange of this.#waiting) exchange.fail(new ConnectionLost('the gateway is closed'))
    this.#waiting.clear()
    for (const socket of this.#sockets) socket.destroy()
  }

  #idleSocket(): NodeSocket | undefined {
    for (let socket = this.#idle.pop(); socket !== undefined; socket = this.#idle.pop()) {
      if (socket.isUsable && performance.now() - socket.idleSinceMs < longestIdleMs) return socket
      socket.destroy()
    }
    return undefined
  }

  #newSocket(): NodeSocket | undefined {
    if (this.#sockets.size >= this.#parts.connections) return undefined
    const socket = new NodeSocket(
      this.#parts,
      (idle) => this.#free(idle),
      (closed) => this.#remove(closed),
    )
    this.#sockets.add(socket)
    return socket
  }

  #free(socket: NodeSocket): void {
    if (!socket.isUsable) return
    const next = this.#nextWaiting()
    if (next === undefined) this.#idle.push(socket)
    else this.#send(socket, next)
  }

  #nextWaiting(): Exchange | undefined {
    const [next] = this.#waiting
    if (next !== undefined) this.#waiting.delete(next)
    return next
  }

  #remove(socket: NodeSocket): void {
    this.#sockets.delete(socket)
    const at = this.#idle.indexOf(socket)
    if (at >= 0) this.#idle.splice(at, 1)
    if (this.#isClosed || this.#waiting.size === 0) return
    const another = this.#newSocket()
    const next = another && this.#nextWaiting()
    if (another !== undefined && next !== undefined) this.#send(another, next)
  }

  #send(socket: NodeSocket, exchange: Exchange): void {
    const { client, body } = exchange
    const length = Buffer.byteLength(body)
    exchange.socket = socket
    socket.send(
      `${this.#headBeginning}${clientLines(client)}content-length: ${length}\r\n\r\n`,
      body,
      exchange,
    )
  }
}

/** A listener is told nothing before `exchange` has returned. */
function failLater(exchange: Exchange, problem: string): void {
  setImmediate(() => exchange.fail(new ConnectionLost(problem)))
}

function clientLines(client: AskingClient): string {
  if (client === undefined) return ''
  const { name, hasKey, errors, hops } = client
  let lines = `${clientHeader}: ${hasKey ? 'key' : 'guest'}:${name}\r\n`
  if (errors !== undefined) lines += `${errorsHeader}: ${errors}\r\n`
  if (hops !== undefined && hopsForm.test(hops)) lines += `${hopsHeader}: ${hops}\r\n`
  return lines
}
