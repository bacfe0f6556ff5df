import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { clientHeader, errorsHeader, secretHeader } from '../../server/settings/fleetHeaders.ts'
import { type RequestTrace, traceHeaders } from '../../upstream/requestTrace.ts'
import { hopsForm, hopsHeader } from '../../upstream/upstreamOptions.ts'
import { NodeFailure } from './nodeAnswer.ts'
import { type AskingClient, type Exchange, type Lane, NodeSocket } from './nodeSocket.ts'
import { PipelinedSocket } from './pipelinedSocket.ts'

const maximumConnections = 256
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
/** A node closes a connection after an idle minute. The gateway closes it earlier, so that no request is sent in that moment. */
const maximumIdleMs = 20_000

/** The connections to one node. */
export class NodeLink {
  readonly #url: URL
  readonly #maximumBody: number
  readonly #headBeginning: string
  readonly #sockets = new Set<NodeSocket>()
  readonly #idle: NodeSocket[] = []
  readonly #waiting = new Set<Exchange>()
  /** The shared connections; while one is slow, others are opened. */
  readonly #pipelines: Readonly<Record<Lane, Set<PipelinedSocket>>> = { light: new Set(), calls: new Set() }
  /** Names of clients → when they had a slow call. */
  readonly #slowClients = new BoundedMap<string, number>(maximumSlowClients)
  #isClosed = false

  constructor(url: URL, secret: string, maximumBody: number) {
    this.#url = url
    this.#maximumBody = maximumBody
    const { host, pathname, search } = url
    this.#headBeginning =
      `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
      `${secretHeader}: ${secret}\r\n`
  }

  /** Calls no callback of the exchange before it returns. */
  begin(exchange: Exchange): void {
    const lane = this.#isClosed ? undefined : this.#laneOf(exchange)
    if (lane === undefined || !this.#pipeline(exchange, lane)) this.#beginAlone(exchange)
  }

  /** Whether a read of the lane would be written together with others. */
  isGathering(lane: Lane): boolean {
    for (const socket of this.#pipelines[lane]) if (socket.isGathering) return true
    return false
  }

  /** Over a connection of its own. */
  #beginAlone(exchange: Exchange): void {
    const socket = this.#isClosed ? undefined : (this.#idleSocket() ?? this.#newSocket())
    if (socket !== undefined) this.#send(socket, exchange)
    else if (!this.#isClosed && this.#waiting.size < maximumWaiting) this.#waiting.add(exchange)
    else setImmediate(() => exchange.fail(this.#isClosed ? closed() : tooMany()))
  }

  /** Calls no further callback of the exchange. */
  abandon(exchange: Exchange): void {
    this.#waiting.delete(exchange)
    exchange.socket?.abandon(exchange)
  }

  /** Ends connections whose node has been silent since `sinceMs`; returns their number. */
  dropSilent(sinceMs: number, since: 'asked' | 'begun'): number {
    let dropped = 0
    for (const socket of [...this.#sockets, ...this.#pipelines.light, ...this.#pipelines.calls]) {
      if (socket.dropIfSilent(sinceMs, since)) dropped++
    }
    return dropped
  }

  close(): void {
    this.#isClosed = true
    for (const exchange of this.#waiting) exchange.fail(closed())
    this.#waiting.clear()
    for (const socket of [...this.#pipelines.light, ...this.#pipelines.calls]) socket.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #laneOf({ lane, client }: Exchange): Lane | undefined {
    if (lane !== 'calls' || client === undefined) return lane
    const slowAtMs = this.#slowClients.size === 0 ? undefined : this.#slowClients.get(client.name)
    return slowAtMs !== undefined && performance.now() - slowAtMs < slowClientMs ? undefined : lane
  }

  /** Sends a read over a shared connection; false when it needs a connection of its own. */
  #pipeline(exchange: Exchange, lane: Lane): boolean {
    const opened = this.#pipelines[lane]
    const { maximum, maximumDepth } = pipelines[lane]
    const request = requestText(this.#headBeginning, exchange)
    if (request.encoding !== 'latin1') return false
    for (const socket of opened) {
      if (socket.isIdle && performance.now() - socket.idleSinceMs >= maximumIdleMs) socket.destroy()
      else if (socket.hasRoom) {
        this.#sendBehind(socket, request.text, exchange)
        return true
      }
    }
    if (opened.size >= maximum) return false
    const socket = new PipelinedSocket({
      url: this.#url,
      maximumBody: this.#maximumBody,
      maximumDepth,
      sendElsewhere: (stuck) => this.#beginAlone(stuck),
      onSlow: ({ client }) => {
        if (lane === 'calls' && client !== undefined) this.#slowClients.set(client.name, performance.now())
      },
      onClose: () => opened.delete(socket),
    })
    opened.add(socket)
    this.#sendBehind(socket, request.text, exchange)
    return true
  }

  #sendBehind(socket: PipelinedSocket, request: string, exchange: Exchange): void {
    exchange.socket = socket
    socket.send(request, exchange)
  }

  #idleSocket(): NodeSocket | undefined {
    for (let socket = this.#idle.pop(); socket !== undefined; socket = this.#idle.pop()) {
      if (socket.isUsable && performance.now() - socket.idleSinceMs < maximumIdleMs) return socket
      socket.destroy()
    }
    return undefined
  }

  #newSocket(): NodeSocket | undefined {
    if (this.#sockets.size >= maximumConnections) return undefined
    const socket = new NodeSocket(
      this.#url,
      this.#maximumBody,
      () => this.#free(socket),
      () => this.#remove(socket),
    )
    this.#sockets.add(socket)
    return socket
  }

  #free(socket: NodeSocket): void {
    if (!socket.isUsable) return
    const [next] = this.#waiting
    if (next === undefined) this.#idle.push(socket)
    else this.#send(socket, next)
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
    const { text, encoding } = requestText(this.#headBeginning, exchange)
    exchange.socket = socket
    socket.send(text, encoding, exchange)
  }
}

/** Text with as many bytes as characters is ASCII, which is written fastest as Latin-1. */
function requestText(headBeginning: string, { client, body }: Exchange) {
  const length = Buffer.byteLength(body)
  const text = `${headBeginning}${clientLines(client)}content-length: ${length}\r\n\r\n${body}`
  return { text, encoding: length === body.length ? 'latin1' : 'utf8' } as const
}

const closed = (): NodeFailure => new NodeFailure('lost', 'the gateway is closed')
const tooMany = (): NodeFailure => new NodeFailure('lost', 'too many requests wait for the node')

function clientLines(client: AskingClient): string {
  if (client === undefined) return ''
  const { name, hasKey, errors, hops, trace } = client
  let lines = `${clientHeader}: ${hasKey ? 'key' : 'guest'}:${name}\r\n`
  if (errors !== undefined) lines += `${errorsHeader}: ${errors}\r\n`
  if (hops !== undefined && hopsForm.test(hops)) lines += `${hopsHeader}: ${hops}\r\n`
  return trace === undefined ? lines : lines + traceLines(trace)
}

function traceLines(trace: RequestTrace): string {
  return Object.entries(traceHeaders(trace))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
