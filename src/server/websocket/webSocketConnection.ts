import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Holding, Holdings } from '../../primitives/bounds/holdings.ts'
import type { RequestTrace } from '../../remote/requestTrace.ts'
import type { AnswerContext, MeasuredCall, RpcClient } from '../../rpc/envelope/answerContext.ts'
import type { ReadBody } from '../../rpc/envelope/envelope.ts'
import { parseBody, textOfBody } from '../../rpc/envelope/request.ts'
import { refusalText } from '../../rpc/envelope/responses.ts'
import type { RpcError } from '../../rpc/errors/errors.ts'
import { type Caller, isDenial } from '../keys/authority.ts'
import type { AccessEntry } from '../log/accessLog.ts'
import { reasonOf } from '../log/logger.ts'
import type { HostedNetwork } from '../networks/hostedNetwork.ts'
import { keyRefusal, shuttingDown, tooBusy, tooManyUnread } from '../refusals/refusals.ts'
import { type BegunFrames, Bill } from '../requests/bill.ts'
import { type ClientSession, clientOf } from '../requests/clientSession.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import { longBody } from '../requests/longBodies.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import { IncomingFrames } from './incomingFrames.ts'
import { closeCodes, SocketNotifications } from './socketNotifications.ts'
import { WebSocketOutbox } from './webSocketOutbox.ts'

/** A client that may open a WebSocket. */
export interface AdmittedClient extends Pick<ClientSession, 'network' | 'caller' | 'address' | 'origin'> {
  readonly requestId: string
  readonly trace: RequestTrace | undefined
}

/** The status in the access log of a WebSocket that has ended. */
const switchedProtocols = 101
/** An answer up to 16 KiB is counted when the socket does not take it at once. */
const longAnswer = 16 * 1024
/** Notifications wait as text while a socket has more unsent bytes: its frames take several times as much memory. */
const unsentBytes = 64 * 1024
/** After the close frame to a client whose bytes are not read any more. */
const lingerMs = 1_000

/**
 * The calls of one WebSocket. Messages are read only as fast as the client reads its answers.
 */
export class WebSocketConnection implements ClientSession {
  readonly network: HostedNetwork
  readonly address: string
  readonly origin: string | undefined
  readonly #parts: FrontParts
  readonly #socket: WebSocket
  #caller: Caller
  #client: RpcClient
  #waitingCalls = 0
  readonly #frames: IncomingFrames
  /** A long message is being parsed, or waits for the client's turn. */
  #isLongWaiting = false
  readonly #notifications: SocketNotifications
  /** For frames, calls and notifications; each message has another for its bytes and methods. */
  readonly #bill: Bill
  readonly #outbox: WebSocketOutbox
  #exhausted: RpcError | undefined
  #isDraining = false
  readonly #requestId: string
  readonly #trace: RequestTrace | undefined
  #messages = 0

  /** `bytes` is what the library has opened the socket over. */
  constructor(
    socket: WebSocket,
    bytes: Duplex,
    { network, caller, address, origin, requestId, trace }: AdmittedClient,
    parts: FrontParts,
  ) {
    const { holdings, turns } = parts
    this.#socket = socket
    this.#parts = parts
    this.#caller = caller
    this.network = network
    this.address = address
    this.origin = origin
    this.#requestId = requestId
    this.#trace = trace
    this.#bill = new Bill(this, parts.ledger)
    this.#frames = new IncomingFrames(socket, bytes, {
      owner: caller.name,
      turns,
      received: holdings.received,
      isBusy: () => this.#isBusy,
      pay: (frames) => this.#payForFrames(frames),
      cutOff: () => this.cutOff(),
    })
    this.#outbox = new WebSocketOutbox({
      owner: caller.name,
      turns,
      isGone: () => this.isGone,
      hasRoom: () => socket.bufferedAmount < unsentBytes,
      notify: (notification) => this.#notifications.send(notification),
    })
    const entry = this.#beginEntry(requestId)
    this.#notifications = new SocketNotifications(
      socket,
      {
        session: this,
        bill: this.#bill,
        requestId,
        outbox: this.#outbox,
        frames: this.#frames,
        entry,
        cutOff: () => this.cutOff(),
      },
      parts,
    )
    this.#client = this.#clientOfCaller()
    socket.on('message', (message: Buffer) => this.#guard(() => this.#receive(message)))
    socket.on('close', () => {
      this.#outbox.clear()
      this.#notifications.close()
      entry?.ended({ status: switchedProtocols })
    })
  }

  get caller(): Caller {
    return this.#caller
  }

  get client(): RpcClient {
    return this.#client
  }

  get limits(): ServerLimits {
    return this.#parts.limits
  }

  get isGone(): boolean {
    return this.#socket.readyState !== this.#socket.OPEN
  }

  get exhausted(): RpcError | undefined {
    return this.#exhausted
  }

  whenGone(callBack: () => void): () => void {
    this.#socket.on('close', callBack)
    return () => this.#socket.off('close', callBack)
  }

  hold(length: number): (() => void) | undefined {
    const { unread } = this.#parts.holdings
    const holding = unread.take(this.#caller.name, length, () => this.terminate())
    return holding && (() => unread.release(holding))
  }

  measured(call: MeasuredCall, entry?: AccessEntry): void {
    const refusal = this.#bill.called(call, entry)
    this.#exhausted ??= refusal?.error
  }

  /** Ends the connection because others need its place. */
  cutOff(): void {
    this.#endReading(closeCodes.tryAgainLater, tooBusy().error.message)
  }

  /** Ends the connection if its key is not valid any more. */
  checkKey(): void {
    if (!this.isGone) this.#guard(() => this.#renewCaller())
  }

  /** Sends a ping, and ends the connection if the last one was not answered. */
  beat(): void {
    this.#guard(() => this.#frames.beat())
  }

  /** Closes as soon as no message waits for its answer. */
  drain(): void {
    this.#isDraining = true
    this.#closeIfDrained()
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** An unforeseen failure, such as that of a store, ends this connection only. */
  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    const { name: network } = this.network
    const requestId = this.#requestId
    this.#parts.logger.log('error', 'failed', { requestId, network, reason: reasonOf(error) })
    this.#socket.close(closeCodes.internalError)
  }

  /** Ends the connection of a client that may not send what it sends, and reads no more of it. */
  #payForFrames(frames: BegunFrames): boolean {
    const refusal = this.#bill.payFrames(frames)
    if (refusal === undefined) return true
    this.#parts.metrics?.refused(refusal.status)
    this.#endReading(closeCodes.policy, refusal.error.message)
    return false
  }

  /** The client has a moment to read why. What it sent is kept until then. */
  #endReading(code: number, reason: string): void {
    this.#socket.close(code, reason)
    this.#socket.pause()
    this.#frames.end()
    setTimeout(() => this.terminate(), lingerMs).unref()
  }

  #receive(message: Buffer): void {
    if (this.isGone) return
    const { length } = message
    if (length <= longBody) {
      this.#take(length, () => parseBody(textOfBody(message), this.limits.nestingDepth))
      return
    }
    this.#isLongWaiting = true
    const { longBodies, turns } = this.#parts
    longBodies.parse(this, message).then(
      (body) => {
        if (body === undefined) this.cutOff()
        else turns.add(this.#caller.name, () => this.#takeLong(length, body))
      },
      (error: unknown) => this.#fail(error),
    )
  }

  #takeLong(length: number, body: unknown): void {
    this.#isLongWaiting = false
    if (this.isGone) return
    this.#guard(() => this.#take(length, () => body))
    this.#frames.goOn()
    this.#closeIfDrained()
  }

  #take(length: number, parse: () => unknown): void {
    if (this.#isDraining) this.#send(refusalText(null, shuttingDown().error), null)
    else if (this.#renewCaller()) this.#handle(length, parse)
  }

  #handle(length: number, parse: () => unknown): void {
    const { admission, ledger, limits, metrics } = this.#parts
    // A long message has been paid when it began.
    const unpaid = length > longBody ? 0 : length
    const bill = new Bill(this, ledger)
    const refused = admission.refusalOf(this) ?? bill.payBytes(unpaid)
    const isRead = refused === undefined || length <= limits.refusedBodyBytes
    const body = isRead ? parse() : undefined
    const entry = this.#beginEntry(`${this.#requestId}.${this.#messages++}`)
    if (isRead) entry?.asked(body)
    const read = this.network.envelope.read(body, limits)
    const refusal = refused ?? bill.payCalls(read)
    if (refusal === undefined) this.#exhausted = undefined
    else metrics?.refused(refusal.status)
    const answer = refusal === undefined ? this.#answerTo(read, entry) : refusalText(body, refusal.error)
    if (refusal !== undefined) entry?.refused(refusal.error.code)
    if (typeof answer === 'string') this.#sendLogged(answer, body, entry, refusal?.status)
    else this.#sendLater(answer, body, entry)
  }

  #beginEntry(requestId: string): AccessEntry | undefined {
    const entry = this.#parts.accessLog?.begin({
      requestId,
      traceparent: this.#trace?.traceparent,
      address: this.address,
      transport: 'websocket',
    })
    entry?.entered(this.network.name, this.#caller.key?.id)
    return entry
  }

  #answerTo(body: ReadBody, entry: AccessEntry | undefined): string | Promise<string> {
    const context = entry === undefined ? this : loggedMessage(this, entry)
    return this.network.envelope.answerText(body, context)
  }

  #sendLogged(text: string, body: unknown, entry: AccessEntry | undefined, status = 200): void {
    this.#send(text, body)
    entry?.ended({ status, bytes: Buffer.byteLength(text) })
  }

  #sendLater(answer: Promise<string>, body: unknown, entry: AccessEntry | undefined): void {
    this.#waitingCalls++
    answer
      .then(
        (text) => this.#sendLogged(text, body, entry),
        (error: unknown) => this.#fail(error),
      )
      .finally(() => {
        this.#waitingCalls--
        this.#frames.goOn()
        this.#closeIfDrained()
      })
  }

  /** Sends the answer to a body. A long one is discarded when its client has not read enough of the others. */
  #send(text: string, body: unknown): void {
    if (text === '' || this.isGone) return
    const { unread } = this.#parts.holdings
    const isLong = text.length > longAnswer
    const holding = isLong ? this.#holdAnswer(text.length) : undefined
    const isRefused = isLong && holding === undefined
    this.#sendText(isRefused ? refusalText(body, tooManyUnread().error) : text, holding, unread)
  }

  /** Every byte that the socket does not take at once is counted, of refusals too. */
  #sendText(text: string, holding: Holding | undefined, unread: Holdings): void {
    this.#outbox.addAnswer(() => {
      let held = holding
      this.#socket.send(text, () => {
        if (held !== undefined) unread.release(held)
        this.#outbox.goOn()
        this.#frames.goOn()
      })
      if (held !== undefined || this.#socket.bufferedAmount === 0) return
      held = this.#holdAnswer(text.length)
      if (held === undefined) this.terminate()
    })
  }

  #holdAnswer(length: number): Holding | undefined {
    const holding = this.#parts.holdings.unread.take(this.#caller.name, length, () => this.terminate())
    if (holding !== undefined) holding.readSinceMs = performance.now()
    return holding
  }

  get #isBusy(): boolean {
    const { callsPerSocket, queuedBytesPerSocket } = this.#parts.limits
    const calls = this.#waitingCalls + this.#outbox.answers
    const isFull = calls >= callsPerSocket || this.#socket.bufferedAmount > queuedBytesPerSocket
    return isFull || this.#isLongWaiting
  }

  #renewCaller(): boolean {
    const caller = this.#parts.authority.renew(this.#caller, this.network.name)
    if (isDenial(caller)) {
      this.#socket.close(closeCodes.policy, keyRefusal(caller).error.message)
      return false
    }
    if (caller !== this.#caller) {
      this.#caller = caller
      this.#client = this.#clientOfCaller()
    }
    return true
  }

  #clientOfCaller(): RpcClient {
    const request = { requestId: this.#requestId, trace: this.#trace }
    return clientOf(this, this.#notifications.subscriptions, request)
  }

  #closeIfDrained(): void {
    if (!this.#isDraining || this.#waitingCalls > 0 || this.#isLongWaiting) return
    this.#outbox.flush()
    this.#socket.close(closeCodes.goingAway, shuttingDown().error.message)
  }
}

/** The context of one message whose requests are logged: several are answered at once, each with a line of its own. */
const loggedMessage = (connection: WebSocketConnection, entry: AccessEntry): AnswerContext => ({
  get client() {
    return connection.client
  },
  limits: connection.limits,
  get isGone() {
    return connection.isGone
  },
  get exhausted() {
    return connection.exhausted
  },
  whenGone: (callBack) => connection.whenGone(callBack),
  hold: (length) => connection.hold(length),
  measured: (call) => connection.measured(call, entry),
})
