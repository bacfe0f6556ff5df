import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { RequestTrace } from '../../upstream/requestTrace.ts'
import { NodeFailure } from './nodeAnswer.ts'
import { type ReplyHead, type ReplyListener, ReplyParser } from './replyParser.ts'

const connectTimeoutMs = 2_000

/** The client of a request; undefined for a request of the gateway itself. */
export type AskingClient =
  | {
      readonly name: string
      readonly hasKey: boolean
      readonly errors: string | undefined
      /** The nodes that have forwarded the request, by which nodes notice a loop. */
      readonly hops: string | undefined
      readonly trace: RequestTrace | undefined
    }
  | undefined

/**
 * Requests that share connections: `light` ones have fast, short answers; of the `calls` a few are slow.
 */
export type Lane = 'light' | 'calls'

/** A request with the callbacks for its reply. `fail` or `end` is the last call. */
export interface Exchange extends ReplyListener {
  readonly client: AskingClient
  readonly body: string
  /** Undefined for a request that needs a connection of its own. */
  readonly lane: Lane | undefined
  /** The connection that the request was sent over. */
  socket: ExchangeSocket | undefined
  fail(failure: NodeFailure): void
}

/** The connection of an exchange. */
export interface ExchangeSocket {
  /** Reads no further until `resume`; the exchange may have ended before. */
  pause(exchange: Exchange): void
  resume(): void
  /** Calls no further callback of the exchange; does nothing if it has ended. */
  abandon(exchange: Exchange): void
}

/** One connection to a node, for one exchange at a time. */
export class NodeSocket implements ReplyListener, ExchangeSocket {
  readonly #socket: Socket
  readonly #parser: ReplyParser
  readonly #onIdle: () => void
  #exchange: Exchange | undefined
  #isLast = false
  /** Whether the node has begun to answer. */
  #isBegun = false
  #isPaused = false
  /** When the node was asked, or sent the latest bytes. */
  #heardAtMs = 0
  /** When the last exchange ended. */
  idleSinceMs = 0

  /** `onIdle` is called when a further exchange may begin, `onClose` once when the connection has ended. */
  constructor(url: URL, maximumBody: number, onIdle: () => void, onClose: () => void) {
    this.#onIdle = onIdle
    this.#parser = new ReplyParser(this, maximumBody)
    this.#socket = openSocket(url, {
      receive: (bytes) => this.#receive(bytes),
      fail: (error) => this.#fail(error),
      closed: onClose,
    })
  }

  get isUsable(): boolean {
    return this.#socket.writable && this.#exchange === undefined
  }

  /** Sends a whole request. */
  send(request: string, encoding: 'latin1' | 'utf8', exchange: Exchange): void {
    this.#exchange = exchange
    this.#isBegun = false
    this.#heardAtMs = performance.now()
    this.#socket.write(request, encoding)
  }

  /** Reads no further until `resume`; the exchange may have ended before. */
  pause(exchange: Exchange): void {
    if (this.#exchange !== exchange) return
    this.#isPaused = true
    this.#socket.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#heardAtMs = performance.now()
    this.#socket.resume()
  }

  /** Ends the connection if the node was asked, or has begun to answer, and has been silent since `sinceMs`. */
  dropIfSilent(sinceMs: number, since: 'asked' | 'begun'): boolean {
    const isWaiting = this.#exchange !== undefined && !this.#isPaused && (since === 'asked' || this.#isBegun)
    if (!isWaiting || this.#heardAtMs > sinceMs) return false
    this.#socket.destroy(new Error('the node has stopped answering'))
    return true
  }

  /** Ends the connection, unless the exchange has ended before. */
  abandon(exchange: Exchange): void {
    if (this.#exchange === exchange) this.destroy()
  }

  destroy(): void {
    this.#exchange = undefined
    this.#socket.destroy()
  }

  head(head: ReplyHead): void {
    this.#isLast = head.isLast
    this.#isBegun = true
    this.#exchange?.head(head)
  }

  data(bytes: Buffer): void {
    this.#exchange?.data(bytes)
  }

  end(work: string | undefined): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    this.idleSinceMs = performance.now()
    if (this.#isLast) this.#socket.end()
    // The exchange may be the first to use the connection again, after this chunk has been parsed.
    exchange?.end(work)
    if (!this.#isLast) this.#onIdle()
  }

  #receive(bytes: Buffer): void {
    this.#heardAtMs = performance.now()
    if (this.#exchange === undefined) throw new Error('the node sent bytes that were not asked for')
    this.#parser.feed(bytes)
  }

  #fail({ message }: Error): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    exchange?.fail(new NodeFailure('lost', message))
  }
}

export interface SocketListener {
  /** Throws for bytes that are not a reply. */
  receive(bytes: Buffer): void
  /** Fails the exchanges that wait for replies. */
  fail(error: Error): void
  closed(): void
}

/** Connects to a node. */
export function openSocket(url: URL, { receive, fail, closed }: SocketListener): Socket {
  const socket = connectTo(url)
  socket.setNoDelay(true)
  socket.setTimeout(connectTimeoutMs)
  socket.on('timeout', () => socket.destroy(new Error('the node cannot be reached in time')))
  socket.on(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => socket.setTimeout(0))
  socket.on('data', (bytes) => {
    try {
      receive(bytes)
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)))
      socket.destroy()
    }
  })
  socket.on('error', fail)
  socket.on('close', () => {
    fail(new Error('the node closed the connection'))
    closed()
  })
  return socket
}

function connectTo({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:') {
    // The name of a server in TLS is not an address (RFC 6066, section 3); the certificate is checked for the host either way.
    const name = isIP(host) === 0 ? { servername: host } : {}
    return connectTls({ host, port: Number(port || 443), ...name, ALPNProtocols: ['http/1.1'] })
  }
  return connectTcp({ host, port: Number(port || 80) })
}
