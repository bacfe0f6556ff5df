import { BoundedMap } from '../primitives/bounds/boundedMap.ts'
import { authorizationOf } from './endpointUrl.ts'
import type { Headers } from './fleetHeaders.ts'
import { NodeFailure } from './nodeFailure.ts'
import { NodeSocket } from './nodeSocket.ts'
import type { Exchange, Lane, Transport, TransportParts } from './transport.ts'

/** Shared connections of each lane, and requests that may wait in each: in a shorter line, fewer wait behind a slow call. */
const shared: Readonly<Record<Lane, { readonly maximum: number; readonly maximumDepth: number }>> = {
  light: { maximum: 2, maximumDepth: 32 },
  calls: { maximum: 4, maximumDepth: 8 },
}
/** For a second after a slow call, the calls of its client use their own connections, so that other clients do not wait. */
const slowClientMs = 1_000
/** Maximum number of remembered clients with slow calls. */
const maximumSlowClients = 10_000
/** Maximum number of requests that wait for a connection. */
const maximumWaiting = 10_000
/**
 * A node closes a connection after an idle minute, servers of others after some seconds. We close it earlier, so that no request is
 * sent in that moment.
 */
const maximumIdleMs = { ofFleet: 20_000, ofOthers: 4_000 } as const

/** Connections over sockets. Light reads of the own fleet share connections; all other requests have one each. */
export class SocketTransport implements Transport {
  readonly #parts: TransportParts
  readonly #post: string
  /** What follows the method and path of every request. */
  readonly #headBeginning: string
  /** While a shared connection is slow, others are opened. */
  readonly #sockets: Readonly<Record<Lane | 'own', Set<NodeSocket>>> = {
    light: new Set(),
    calls: new Set(),
    own: new Set(),
  }
  readonly #waiting = new Set<Exchange>()
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
    const lane = this.#laneOf(exchange)
    if (lane === undefined || !this.#send(exchange, lane)) this.#sendAlone(exchange)
  }

  /** Whether a read of the lane would be written together with others. */
  isGathering(lane: Lane): boolean {
    for (const socket of this.#sockets[lane]) if (socket.isGathering) return true
    return false
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
    const { light, calls, own } = this.#sockets
    return [...light, ...calls, ...own]
  }

  #laneOf({ question: { lane, client } }: Exchange): Lane | undefined {
    if (lane !== 'calls' || client === undefined) return lane
    const slowAtMs = this.#slowClients.size === 0 ? undefined : this.#slowClients.get(client.name)
    return slowAtMs !== undefined && performance.now() - slowAtMs < slowClientMs ? undefined : lane
  }

  /** Over a connection of its own, as soon as there is one. */
  #sendAlone(exchange: Exchange): void {
    if (this.#send(exchange, 'own')) return
    if (this.#isClosed || this.#waiting.size >= maximumWaiting) {
      setImmediate(() => exchange.fail(this.#isClosed ? closed() : tooMany()))
      return
    }
    this.#waiting.add(exchange)
    const abandon = (): void => void this.#waiting.delete(exchange)
    exchange.connection = { abandon, pause: () => {}, resume: () => {} }
  }

  /** False when no connection of the lane has room. */
  #send(exchange: Exchange, lane: Lane | 'own'): boolean {
    const { text, encoding } = this.#requestOf(exchange)
    // Requests that are written together have one encoding.
    if (lane !== 'own' && encoding !== 'latin1') return false
    const idleMs = this.#parts.isOfOthers ? maximumIdleMs.ofOthers : maximumIdleMs.ofFleet
    for (const socket of this.#sockets[lane]) {
      if (socket.isIdle && performance.now() - socket.idleSinceMs >= idleMs)
        socket.close('the connection was idle')
      else if (socket.hasRoom) {
        socket.send(text, encoding, exchange)
        return true
      }
    }
    const socket = this.#open(lane)
    socket?.send(text, encoding, exchange)
    return socket !== undefined
  }

  #open(lane: Lane | 'own'): NodeSocket | undefined {
    const { url, maximumBytes, maximumConnections, isOfOthers = false } = this.#parts
    const sockets = this.#sockets[lane]
    const { maximum, maximumDepth } =
      lane === 'own' ? { maximum: maximumConnections, maximumDepth: 1 } : shared[lane]
    if (this.#isClosed || sockets.size >= maximum) return undefined
    const socket = new NodeSocket({
      ...{ url, maximumBytes, maximumDepth, isOfOthers },
      sendElsewhere: (stuck) => this.#sendAlone(stuck),
      onSlow: ({ question: { client } }) => {
        if (lane === 'calls' && client !== undefined) this.#slowClients.set(client.name, performance.now())
      },
      onIdle: () => this.#sendWaiting(),
      onClose: () => {
        sockets.delete(socket)
        this.#sendWaiting()
      },
    })
    sockets.add(socket)
    return socket
  }

  #sendWaiting(): void {
    for (const exchange of this.#waiting) {
      if (!this.#send(exchange, 'own')) return
      this.#waiting.delete(exchange)
    }
  }

  /** Text with as many bytes as characters is ASCII, which is written fastest as Latin-1. */
  #requestOf({ question: { target, body }, headers }: Exchange) {
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
