import { BoundedMap } from '../primitives/bounds/boundedMap.ts'
import { authorizationOf } from './endpointUrl.ts'
import type { Headers } from './fleetHeaders.ts'
import { NodeFailure } from './nodeFailure.ts'
import { NodeSocket, type NodeSocketParts } from './nodeSocket.ts'
import type { Exchange, Lane, Transport, TransportParts } from './transport.ts'

/** Shared connections of each lane, and requests that may wait in each: in a shorter line, fewer wait behind a slow call. */
const pipelines: Readonly<Record<Lane, { readonly maximum: number; readonly maximumDepth: number }>> = {
  light: { maximum: 2, maximumDepth: 32 },
  calls: { maximum: 4, maximumDepth: 8 },
}
/** For a second after a slow call, the calls of its client use their own connections, so that other clients do not wait. */
const slowClientMs = 1_000
/** Maximum number of remembered clients with slow calls. */
const maximumSlowClients = 10_000
/** Maximum number of requests that wait for a connection. */
const maximumWaiting = 10_000
/** A node closes a connection after an idle minute. We close it earlier, so that no request is sent in that moment. */
const maximumIdleMs = 20_000

/**
 * Connections to a node of the own fleet, over sockets and a parser that knows only what nodes send. Light reads share
 * connections; all other requests have one each.
 */
export class SocketTransport implements Transport {
  readonly #parts: TransportParts
  readonly #post: string
  /** What follows the method and path of every request. */
  readonly #headBeginning: string
  readonly #sockets = new Set<NodeSocket>()
  readonly #idle: NodeSocket[] = []
  readonly #waiting = new Set<Exchange>()
  /** The shared connections; while one is slow, others are opened. */
  readonly #pipelines: Readonly<Record<Lane, Set<NodeSocket>>> = { light: new Set(), calls: new Set() }
  /** Names of clients → when they had a slow call. */
  readonly #slowClients = new BoundedMap<string, number>(maximumSlowClients)
  #isClosed = false

  constructor(parts: TransportParts) {
    this.#parts = parts
    const { host, pathname, search } = parts.url
    this.#post = `POST ${pathname}${search}`
    const constant = { host, 'content-type': 'application/json', ...authorizationOf(parts.url) }
    this.#headBeginning = ` HTTP/1.1\r\n${linesOf({ ...constant, ...parts.headers })}`
  }

  begin(exchange: Exchange): void {
    const lane = this.#isClosed ? undefined : this.#laneOf(exchange)
    if (lane === undefined || !this.#pipeline(exchange, lane)) this.#beginAlone(exchange)
  }

  /** Whether a read of the lane would be written together with others. */
  isGathering(lane: Lane): boolean {
    for (const socket of this.#pipelines[lane]) if (socket.isGathering) return true
    return false
  }

  abandon(exchange: Exchange): void {
    this.#waiting.delete(exchange)
    exchange.connection?.abandon(exchange)
  }

  /** Ends connections whose node has been silent since `sinceMs`; returns their number. */
  dropSilent(sinceMs: number, since: 'asked' | 'begun'): number {
    return this.#all.filter((socket) => socket.dropIfSilent(sinceMs, since)).length
  }

  close(): void {
    this.#isClosed = true
    for (const exchange of this.#waiting) exchange.fail(closed())
    this.#waiting.clear()
    for (const socket of this.#all) socket.close(closed().message)
  }

  get #all(): readonly NodeSocket[] {
    return [...this.#sockets, ...this.#pipelines.light, ...this.#pipelines.calls]
  }

  /** Over a connection of its own. */
  #beginAlone(exchange: Exchange): void {
    const socket = this.#isClosed ? undefined : (this.#idleSocket() ?? this.#newSocket())
    if (socket !== undefined) this.#send(socket, exchange)
    else if (!this.#isClosed && this.#waiting.size < maximumWaiting) this.#waiting.add(exchange)
    else setImmediate(() => exchange.fail(this.#isClosed ? closed() : tooMany()))
  }

  #laneOf({ lane, clientName }: Exchange): Lane | undefined {
    if (lane !== 'calls' || clientName === undefined) return lane
    const slowAtMs = this.#slowClients.size === 0 ? undefined : this.#slowClients.get(clientName)
    return slowAtMs !== undefined && performance.now() - slowAtMs < slowClientMs ? undefined : lane
  }

  /** Sends a read over a shared connection; false when it needs a connection of its own. */
  #pipeline(exchange: Exchange, lane: Lane): boolean {
    const opened = this.#pipelines[lane]
    const { text, encoding } = this.#requestOf(exchange)
    if (encoding !== 'latin1') return false
    for (const socket of opened) {
      if (socket.isIdle && performance.now() - socket.idleSinceMs >= maximumIdleMs)
        socket.close('the connection was idle')
      else if (socket.hasRoom) {
        socket.send(text, encoding, exchange)
        return true
      }
    }
    if (opened.size >= pipelines[lane].maximum) return false
    const socket = this.#open({
      maximumDepth: pipelines[lane].maximumDepth,
      sendElsewhere: (stuck) => this.#beginAlone(stuck),
      onSlow: ({ clientName }) => {
        if (lane === 'calls' && clientName !== undefined) this.#slowClients.set(clientName, performance.now())
      },
      onClose: () => opened.delete(socket),
    })
    opened.add(socket)
    socket.send(text, encoding, exchange)
    return true
  }

  #open(parts: Omit<NodeSocketParts, 'url' | 'maximumBytes'>): NodeSocket {
    const { url, maximumBytes } = this.#parts
    return new NodeSocket({ url, maximumBytes, ...parts })
  }

  #idleSocket(): NodeSocket | undefined {
    for (let socket = this.#idle.pop(); socket !== undefined; socket = this.#idle.pop()) {
      if (socket.hasRoom && performance.now() - socket.idleSinceMs < maximumIdleMs) return socket
      socket.close('the connection was idle')
    }
    return undefined
  }

  #newSocket(): NodeSocket | undefined {
    if (this.#sockets.size >= this.#parts.maximumConnections) return undefined
    const socket = this.#open({
      maximumDepth: 1,
      onIdle: () => {
        const [next] = this.#waiting
        if (next === undefined) this.#idle.push(socket)
        else this.#send(socket, next)
      },
      onClose: () => this.#remove(socket),
    })
    this.#sockets.add(socket)
    return socket
  }

  #remove(socket: NodeSocket): void {
    this.#sockets.delete(socket)
    const at = this.#idle.indexOf(socket)
    if (at >= 0) this.#idle.splice(at, 1)
    const [next] = this.#waiting
    const another = next && this.#newSocket()
    if (another !== undefined && next !== undefined) this.#send(another, next)
  }

  #send(socket: NodeSocket, exchange: Exchange): void {
    this.#waiting.delete(exchange)
    const { text, encoding } = this.#requestOf(exchange)
    socket.send(text, encoding, exchange)
  }

  /** Text with as many bytes as characters is ASCII, which is written fastest as Latin-1. */
  #requestOf({ target, headers, body }: Exchange) {
    const length = Buffer.byteLength(body)
    const line = target === undefined ? this.#post : `${target.method} ${target.path}`
    const text = `${line}${this.#headBeginning}${linesOf(headers)}content-length: ${length}\r\n\r\n${body}`
    return { text, encoding: length === body.length ? 'latin1' : 'utf8' } as const
  }
}

const closed = (): NodeFailure => new NodeFailure('lost', 'the connections to the node were closed')
const tooMany = (): NodeFailure => new NodeFailure('lost', 'too many requests wait for the node')

function linesOf(headers: Headers): string {
  let lines = ''
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`
  return lines
}
