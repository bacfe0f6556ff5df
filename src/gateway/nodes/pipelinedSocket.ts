import type { Socket } from 'node:net'
import { NodeFailure } from './nodeAnswer.ts'
import { type Exchange, type ExchangeSocket, openSocket } from './nodeSocket.ts'
import { type ReplyHead, type ReplyListener, ReplyParser } from './replyParser.ts'

/** After 5 ms as the first in line, a request may be slow: no more requests are sent behind it. */
const slowMs = 5
/** After 20 ms, the requests behind it are sent again over connections of their own. */
const stuckMs = 20

export interface PipelinedSocketParts {
  readonly url: URL
  readonly maximumBody: number
  /** Maximum number of requests that wait for their replies. */
  readonly maximumDepth: number
  /** Sends an unanswered request, which is a read, over another connection. */
  readonly sendElsewhere: (exchange: Exchange) => void
  /** Called with a request that holds up the ones behind it, before these are sent over other connections. */
  readonly onSlow: (exchange: Exchange) => void
  /** Is called once when the connection has ended. */
  readonly onClose: () => void
}

/**
 * One connection to a node for many reads. Those of one turn of the event loop are written together, and the node writes its
 * answers together too: a gateway spends most of its time on reading and writing sockets. Replies come in order, so the reads
 * behind a slow or long one move to other connections.
 */
export class PipelinedSocket implements ReplyListener, ExchangeSocket {
  readonly #parts: PipelinedSocketParts
  readonly #socket: Socket
  readonly #parser: ReplyParser
  /** In the order of their replies; undefined for one whose reply is discarded. */
  readonly #exchanges: (Exchange | undefined)[] = []
  #outgoing = ''
  #timer: NodeJS.Timeout | undefined
  /** The connection gets no further requests. */
  #isRetired = false
  #isPaused = false
  #isBegun = false
  #firstSinceMs = 0
  #heardAtMs = 0
  /** When the last exchange ended. */
  idleSinceMs = performance.now()

  constructor(parts: PipelinedSocketParts) {
    this.#parts = parts
    this.#parser = new ReplyParser(this, parts.maximumBody)
    this.#socket = openSocket(parts.url, {
      receive: (bytes) => this.#receive(bytes),
      fail: (error) => this.#fail(error),
      closed: () => {
        clearTimeout(this.#timer)
        parts.onClose()
      },
    })
  }

  get isIdle(): boolean {
    return this.#exchanges.length === 0
  }

  /** Whether a further request may be sent. */
  get hasRoom(): boolean {
    const isFull = this.#exchanges.length >= this.#parts.maximumDepth
    if (this.#isRetired || !this.#socket.writable || isFull) return false
    return this.isIdle || performance.now() - this.#firstSinceMs < slowMs
  }

  /** Whether a further request would be written together with others. */
  get isGathering(): boolean {
    return this.#outgoing !== '' && this.hasRoom
  }

  /** Sends a whole request, in Latin-1, at the end of this turn of the event loop. */
  send(request: string, exchange: Exchange): void {
    const nowMs = performance.now()
    if (this.isIdle) {
      this.#firstSinceMs = nowMs
      this.#heardAtMs = nowMs
    }
    this.#exchanges.push(exchange)
    if (this.#outgoing === '') setImmediate(() => this.#flush())
    this.#outgoing += request
    this.#timer ??= setTimeout(() => this.#look(), stuckMs)
  }

  /** Call it for a long answer: the reads behind it move to other connections instead of waiting for its client. */
  pause(exchange: Exchange): void {
    if (this.#exchanges[0] !== exchange) return
    this.#retire()
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
    this.#socket.destroy(new Error('the node has stopped answering'))
    return true
  }

  abandon(exchange: Exchange): void {
    const at = this.#exchanges.indexOf(exchange)
    if (at < 0) return
    this.#exchanges[at] = undefined
    // Nothing waits behind a long answer, so the rest of it is not read.
    if (at === 0 && this.#isRetired) this.destroy()
  }

  /** Ends the connection without telling its exchanges. */
  destroy(): void {
    this.#exchanges.length = 0
    this.#socket.destroy()
  }

  /** Ends the connection, and fails its exchanges. */
  close(): void {
    this.#socket.destroy(new Error('the gateway is closed'))
  }

  head(head: ReplyHead): void {
    this.#isBegun = true
    // The node does not answer the requests behind it.
    if (head.isLast) this.#retire()
    this.#exchanges[0]?.head(head)
  }

  data(bytes: Buffer): void {
    this.#exchanges[0]?.data(bytes)
  }

  end(work: string | undefined): void {
    const exchange = this.#exchanges.shift()
    const nowMs = performance.now()
    this.#isBegun = false
    this.#firstSinceMs = nowMs
    this.idleSinceMs = nowMs
    exchange?.end(work)
    if (this.#isRetired && this.isIdle) this.#socket.end()
  }

  mayFollow(): boolean {
    return !this.isIdle
  }

  #flush(): void {
    const request = this.#outgoing
    this.#outgoing = ''
    this.#socket.write(request, 'latin1')
  }

  #receive(bytes: Buffer): void {
    this.#heardAtMs = performance.now()
    if (this.isIdle) throw new Error('the node sent bytes that were not asked for')
    this.#parser.feed(bytes)
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

  #fail({ message }: Error): void {
    for (const exchange of this.#exchanges.splice(0)) exchange?.fail(new NodeFailure('lost', message))
  }
}
