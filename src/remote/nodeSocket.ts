import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { NodeFailure } from './nodeFailure.ts'
import { ReplyParser } from './replyParser.ts'
import {
  type Connection,
  type Exchange,
  isLastReply,
  type ReplyHeaders,
  type ReplyListener,
} from './transport.ts'

/** For a node of the own fleet, and for a server of others. */
const connectMs = { ofFleet: 2_000, ofOthers: 5_000 } as const
/** After 5 ms as the first in line, a request may be slow: no more requests are sent behind it. */
const slowMs = 5
/** After 20 ms, the requests behind it are sent again over connections of their own. */
const stuckMs = 20

export interface NodeSocketParts {
  readonly url: URL
  readonly maximumBytes: number
  /** Whether others run the server, which may send whatever HTTP/1.1 allows. */
  readonly isOfOthers: boolean
  /** Maximum number of requests that wait for their replies; one for a connection that is not shared. */
  readonly maximumDepth: number
  /** Is called when a connection that is not shared may be used again. */
  readonly onIdle: () => void
  /** Sends an unanswered request, which is a read, over another connection. */
  readonly sendElsewhere: (exchange: Exchange) => void
  /** Called with a request that holds up the ones behind it, before these are sent over other connections. */
  readonly onSlow: (exchange: Exchange) => void
  /** Is called once when the connection has ended. */
  readonly onClose: () => void
}

/**
 * One connection to a node. Reads that share it and come in one turn of the event loop are written together, and the node
 * writes its answers together too: a gateway spends most of its time on reading and writing sockets. Replies come in order,
 * so the reads behind a slow or long one move to other connections.
 */
export class NodeSocket implements ReplyListener, Connection {
  readonly #parts: NodeSocketParts
  readonly #socket: Socket
  readonly #parser: ReplyParser
  readonly #isShared: boolean
  /** In the order of their replies; undefined for one whose reply is discarded. */
  readonly #exchanges: (Exchange | undefined)[] = []
  #outgoing = ''
  #timer: NodeJS.Timeout | undefined
  #isConnected = false
  /** The connection gets no further requests. */
  #isRetired = false
  #isPaused = false
  /** Whether the node has begun to answer. */
  #isBegun = false
  #firstSinceMs = 0
  /** When the node was asked, or sent the latest bytes. */
  #heardAtMs = 0
  /** When the last exchange ended. */
  idleSinceMs = performance.now()

  constructor(parts: NodeSocketParts) {
    this.#parts = parts
    this.#isShared = parts.maximumDepth > 1
    // A request that is sent while the bytes of a reply are read does not make further bytes its reply.
    const mayFollow = (): boolean => this.#isShared && !this.isIdle
    this.#parser = new ReplyParser(this, parts.maximumBytes, mayFollow, parts.isOfOthers)
    this.#socket = this.#connect()
  }

  get isIdle(): boolean {
    return this.#exchanges.length === 0
  }

  /** Whether a further request may be sent. */
  get hasRoom(): boolean {
    const isFull = this.#exchanges.length >= this.#parts.maximumDepth
    if (isFull || this.#isRetired || !this.#socket.writable) return false
    return this.isIdle || performance.now() - this.#firstSinceMs < slowMs
  }

  /** Whether a further request would be written together with others. */
  get isGathering(): boolean {
    return this.#outgoing !== '' && this.hasRoom
  }

  /** Sends a whole request; over a shared connection in Latin-1, at the end of this turn of the event loop. */
  send(request: string, encoding: 'latin1' | 'utf8', exchange: Exchange): void {
    exchange.connection = this
    if (this.isIdle) {
      this.#firstSinceMs = performance.now()
      this.#heardAtMs = this.#firstSinceMs
    }
    this.#exchanges.push(exchange)
    if (!this.#isShared) {
      this.#socket.ref()
      this.#socket.write(request, encoding)
      return
    }
    if (this.#outgoing === '') setImmediate(() => this.#flush())
    this.#outgoing += request
    this.#timer ??= setTimeout(() => this.#look(), stuckMs)
  }

  /** Call it for a long answer: the reads behind it move to other connections instead of waiting for its client. */
  pause(exchange: Exchange): void {
    if (this.#exchanges[0] !== exchange) return
    if (this.#isShared) this.#retire()
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
    const isWaiting = !this.isIdle && !this.#isPaused && (since === 'asked' || this.#isBegun)
    if (!isWaiting || this.#heardAtMs > sinceMs) return false
    this.close('the node has stopped answering')
    return true
  }

  abandon(exchange: Exchange): void {
    const at = this.#exchanges.indexOf(exchange)
    if (at < 0) return
    this.#exchanges[at] = undefined
    // Nothing waits behind it, so the rest of the reply is not read.
    if (!this.#isShared || (at === 0 && this.#isRetired)) this.#socket.destroy()
  }

  /** Ends the connection, and fails its exchanges. */
  close(reason: string): void {
    this.#socket.destroy(new Error(reason))
  }

  head(status: number, headers: ReplyHeaders): void {
    this.#isBegun = true
    // The node does not answer the requests behind it.
    if (isLastReply(headers)) this.#retire()
    this.#exchanges[0]?.head(status, headers)
  }

  data(bytes: Buffer): void {
    this.#exchanges[0]?.data(bytes)
  }

  end(trailers?: ReplyHeaders): void {
    const exchange = this.#exchanges.shift()
    this.#isBegun = false
    this.#firstSinceMs = performance.now()
    this.idleSinceMs = this.#firstSinceMs
    exchange?.end(trailers)
    if (this.#isRetired && this.isIdle) this.#socket.end()
    else if (!this.#isShared && this.hasRoom) {
      // A program may end while nothing is asked.
      this.#socket.unref()
      this.#parts.onIdle()
    }
  }

  #connect(): Socket {
    const { url, isOfOthers, onClose } = this.#parts
    const socket = connectTo(url)
    socket.setNoDelay(true)
    const timeoutMs = isOfOthers ? connectMs.ofOthers : connectMs.ofFleet
    socket.setTimeout(timeoutMs, () => this.close('the node cannot be reached in time'))
    socket.on(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      this.#isConnected = true
      socket.setTimeout(0)
    })
    socket.on('data', (bytes) => this.#receive(bytes))
    socket.on('end', () => this.#parser.finish())
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => {
      clearTimeout(this.#timer)
      this.#fail(new Error('the node closed the connection'))
      onClose()
    })
    return socket
  }

  #flush(): void {
    const request = this.#outgoing
    this.#outgoing = ''
    this.#socket.write(request, 'latin1')
  }

  #receive(bytes: Buffer): void {
    this.#heardAtMs = performance.now()
    try {
      if (this.isIdle) throw new Error('the node sent bytes that were not asked for')
      this.#parser.feed(bytes)
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)))
      this.#socket.destroy()
    }
  }

  #look(): void {
    this.#timer = undefined
    if (this.isIdle) return
    if (performance.now() - this.#firstSinceMs >= stuckMs) {
      const [first] = this.#exchanges
      if (first !== undefined) this.#parts.onSlow(first)
      this.#releaseOthers()
    }
    this.#timer = setTimeout(() => this.#look(), stuckMs)
  }

  #retire(): void {
    this.#isRetired = true
    this.#releaseOthers()
  }

  /** Sends the requests behind the first one elsewhere, and discards their replies here. */
  #releaseOthers(): void {
    for (let at = 1; at < this.#exchanges.length; at++) {
      const exchange = this.#exchanges[at]
      this.#exchanges[at] = undefined
      if (exchange !== undefined) this.#parts.sendElsewhere(exchange)
    }
  }

  #fail(cause: Error): void {
    const kind = this.#isConnected ? 'lost' : 'unreachable'
    const failure = cause instanceof NodeFailure ? cause : new NodeFailure(kind, cause.message, { cause })
    for (const exchange of this.#exchanges.splice(0)) exchange?.fail(failure)
  }
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
