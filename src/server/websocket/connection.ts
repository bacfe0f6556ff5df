import type { RawData, WebSocket } from 'ws'
import type { Endpoint } from '../endpoint.ts'
import type { Caller } from '../keys/authority.ts'
import { reasonOf } from '../log.ts'
import type { ServerParts } from '../parts.ts'
import { invalidKey, shuttingDown } from '../refusals.ts'
import { errorText } from '../requests/envelope.ts'
import { parseOrError } from '../requests/parse.ts'
import type { ConnectionMethods, Session } from '../requests/session.ts'
import { Subscriptions } from './subscriptions.ts'

/** A client that may open a WebSocket. */
export interface Admission {
  readonly endpoint: Endpoint
  readonly caller: Caller
  /** Of the machine that asks. */
  readonly address: string
}

const closeCodes = { goingAway: 1001, policy: 1008, internalError: 1011 } as const

/**
 * One WebSocket. Its client is read only as fast as it takes its answers, and cut off when it does not take what
 * it has subscribed to.
 */
export class Connection implements Session {
  readonly endpoint: Endpoint
  readonly address: string
  readonly connectionMethods: ConnectionMethods
  readonly #parts: ServerParts
  readonly #socket: WebSocket
  readonly #subscriptions: Subscriptions
  #caller: Caller
  #waitingCalls = 0
  /** Bytes of notifications that have not left yet. */
  #queuedBytes = 0
  #isAlive = true
  #isDraining = false

  constructor(socket: WebSocket, { endpoint, caller, address }: Admission, parts: ServerParts) {
    const { limits, metrics, random } = parts
    this.#socket = socket
    this.#parts = parts
    this.#caller = caller
    this.endpoint = endpoint
    this.address = address
    this.#subscriptions = new Subscriptions({
      endpoint,
      random,
      maximum: limits.subscriptionsPerSocket,
      send: (notification) => this.#notify(notification),
      onCount: (change) => (metrics.subscriptions += change),
    })
    this.connectionMethods = this.#subscriptions.methods
    socket.on('message', (data) => this.#guard(() => this.#receive(data)))
    socket.on('pong', () => (this.#isAlive = true))
    // Broken frames and connections: the socket closes by itself.
    socket.on('error', () => {})
    socket.on('close', () => this.#subscriptions.close())
  }

  get caller(): Caller {
    return this.#caller
  }

  get isGone(): boolean {
    return this.#socket.readyState !== this.#socket.OPEN
  }

  whenGone(callBack: () => void): () => void {
    this.#socket.on('close', callBack)
    return () => this.#socket.off('close', callBack)
  }

  /** Asks for a sign of life, and ends the connection if the last one did not come or the key has ended. */
  beat(): void {
    this.#guard(() => {
      // While calls wait, signs of life may be among what is left unread.
      if (!this.#isAlive && this.#waitingCalls === 0) this.#socket.terminate()
      if (this.isGone || !this.#renewCaller()) return
      this.#isAlive = false
      this.#socket.ping()
    })
  }

  /** Closes as soon as no call waits for its answer. */
  drain(): void {
    this.#isDraining = true
    this.#closeIfDrained()
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** What fails unforeseen, as a store may, ends this connection and nothing else. */
  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#parts.logger.log('error', 'failed', { network: this.endpoint.name, reason: reasonOf(error) })
    this.#socket.close(closeCodes.internalError)
  }

  #receive(data: RawData): void {
    this.#isAlive = true
    if (this.#isDraining) this.#send(errorText(null, shuttingDown().error))
    else if (this.#renewCaller()) this.#handle(data.toString())
  }

  #handle(text: string): void {
    const { calls, limits, metrics } = this.#parts
    const body = parseOrError(text, limits.nestingDepth)
    const refusal = calls.admit(body, this)
    if (refusal !== undefined) metrics.refused(refusal.status)
    const answer = refusal === undefined ? calls.answerText(body, this) : errorText(body, refusal.error)
    if (typeof answer === 'string') this.#send(answer)
    else this.#sendLater(answer)
  }

  #sendLater(answer: Promise<string>): void {
    this.#waitingCalls++
    this.#adjustReading()
    answer
      .then(
        (text) => this.#send(text),
        (error: unknown) => this.#fail(error),
      )
      .finally(() => {
        this.#waitingCalls--
        this.#adjustReading()
        this.#closeIfDrained()
      })
  }

  #send(text: string): void {
    if (text === '' || this.isGone) return
    const leave = this.#parts.outgoing.add(text.length)
    this.#socket.send(text, () => {
      leave()
      this.#adjustReading()
    })
    this.#adjustReading()
  }

  #notify(notification: string): void {
    if (this.isGone) return
    if (this.#queuedBytes > this.#parts.limits.queuedBytesPerSocket) {
      this.#parts.metrics.slowSockets++
      this.#socket.terminate()
      return
    }
    this.#queuedBytes += notification.length
    this.#socket.send(notification, () => (this.#queuedBytes -= notification.length))
  }

  #adjustReading(): void {
    if (this.isGone) return
    const { callsPerSocket, queuedBytesPerSocket } = this.#parts.limits
    const isBusy = this.#waitingCalls >= callsPerSocket || this.#socket.bufferedAmount > queuedBytesPerSocket
    if (isBusy && !this.#socket.isPaused) this.#socket.pause()
    else if (!isBusy && this.#socket.isPaused) this.#socket.resume()
  }

  #renewCaller(): boolean {
    const caller = this.#parts.authority.renew(this.#caller, this.endpoint.name)
    if (caller === undefined) this.#socket.close(closeCodes.policy, invalidKey().error.message)
    else this.#caller = caller
    return caller !== undefined
  }

  #closeIfDrained(): void {
    if (!this.#isDraining || this.#waitingCalls > 0) return
    this.#socket.close(closeCodes.goingAway, shuttingDown().error.message)
  }
}
