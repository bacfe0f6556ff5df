import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type ReplyHead, type ReplyListener, ReplyParser } from './replyParser.ts'

export interface NodeSocketParts {
  readonly url: URL
  readonly maximumBody: number
  readonly connectTimeoutMs: number
}

/** Follows one exchange. After `fail` or `end` it is told nothing more. */
export interface ExchangeListener extends ReplyListener {
  fail(error: Error): void
}

/** The connection ended before the reply did. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** One connection to a node, for one exchange at a time. */
export class NodeSocket {
  readonly #socket: Socket
  readonly #parser: ReplyParser
  readonly #onIdle: (socket: NodeSocket) => void
  #exchange: ExchangeListener | undefined
  #isLast = false
  /** Whether the node has begun to answer. */
  #isBegun = false
  #isPaused = false
  /** When the node was asked, or sent the latest bytes. */
  #heardAtMs = 0
  /** When the last exchange ended. */
  idleSinceMs = 0

  /** `onIdle` is called when a further exchange may begin, `onClose` once when the connection has ended. */
  constructor(
    { url, maximumBody, connectTimeoutMs }: NodeSocketParts,
    onIdle: (socket: NodeSocket) => void,
    onClose: (socket: NodeSocket) => void,
  ) {
    this.#onIdle = onIdle
    this.#parser = new ReplyParser(
      {
        head: (head) => this.#begin(head),
        data: (bytes) => this.#exchange?.data(bytes),
        end: (trailers) => this.#end(trailers),
      },
      maximumBody,
    )
    const socket = open(url)
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setTimeout(connectTimeoutMs)
    socket.on('timeout', () => socket.destroy(new ConnectionLost('the node cannot be reached in time')))
    socket.on(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => socket.setTimeout(0))
    socket.on('data', (bytes) => this.#receive(bytes))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => {
      this.#fail(new ConnectionLost('the node closed the connection'))
      onClose(this)
    })
  }

  get isUsable(): boolean {
    return this.#socket.writable && this.#exchange === undefined
  }

  /** Sends a whole request. */
  send(head: string, body: string, exchange: ExchangeListener): void {
    this.#exchange = exchange
    this.#isBegun = false
    this.#heardAtMs = performance.now()
    const isAscii = Buffer.byteLength(body) === body.length
    this.#socket.write(head + body, isAscii ? 'latin1' : 'utf8')
  }

  /** Reads no further until `resume`; the exchange may have ended before. */
  pause(exchange: ExchangeListener): void {
    if (this.#exchange !== exchange) return
    this.#isPaused = true
    this.#socket.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#heardAtMs = performance.now()
    this.#socket.resume()
  }

  /** Ends the connection if the node was asked, or has begun to answer, and has been silent since a moment. */
  dropIfSilent(sinceMs: number, since: 'asked' | 'begun'): boolean {
    const isWaiting = this.#exchange !== undefined && !this.#isPaused && (since === 'asked' || this.#isBegun)
    if (!isWaiting || this.#heardAtMs > sinceMs) return false
    this.#socket.destroy(new ConnectionLost('the node has stopped answering'))
    return true
  }

  /** Ends the connection, unless the exchange has ended before. */
  abandon(exchange: ExchangeListener): void {
    if (this.#exchange === exchange) this.destroy()
  }

  destroy(): void {
    this.#exchange = undefined
    this.#socket.destroy()
  }

  #receive(bytes: Buffer): void {
    this.#heardAtMs = performance.now()
    try {
      if (this.#exchange === undefined)
        throw new ConnectionLost('the node sent bytes that were not asked for')
      this.#parser.feed(bytes)
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)))
      this.#socket.destroy()
    }
  }

  #begin(head: ReplyHead): void {
    this.#isLast = head.isLast
    this.#isBegun = true
    this.#exchange?.head(head)
  }

  #end(trailers: ReadonlyMap<string, string>): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    this.idleSinceMs = performance.now()
    if (this.#isLast) this.#socket.end()
    // The exchange may be the first to use the connection again, after this chunk has been parsed.
    exchange?.end(trailers)
    if (!this.#isLast) this.#onIdle(this)
  }

  #fail(error: Error): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    exchange?.fail(error)
  }
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:') {
    // The name of a server in TLS is not an address (RFC 6066, section 3); the certificate is checked for the host either way.
    const name = isIP(host) === 0 ? { servername: host } : {}
    return connectTls({ host, port: Number(port || 443), ...name, ALPNProtocols: ['http/1.1'] })
  }
  return connectTcp({ host, port: Number(port || 80) })
}
