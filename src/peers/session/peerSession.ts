import type { Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { WorkBudget } from '../../primitives/workBudget.ts'
import { decodeMessage, type Envelope, openEnvelope } from '../messages/decodeMessage.ts'
import { encodeMessage } from '../messages/encodeMessage.ts'
import {
  type ChainStatus,
  isRequest,
  isResponse,
  type Message,
  type Numbered,
  type PushMessage,
  type Request,
  type RequestKind,
  type RequestOf,
  type Response,
  type ResponseOf,
} from '../messages/message.ts'
import { frameCodes } from '../messages/messageTypes.ts'
import { decodeNetworkStatus, encodeNetworkStatus, type NetworkStatus } from '../messages/networkStatus.ts'
import type { PeerEvent } from '../scoring/peerEvent.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import { answerTo, blockMessage } from '../serving/answers.ts'
import type { ServedChain } from '../serving/servedChain.ts'
import type { CloseReason, Connection } from '../transport/connection.ts'
import { type DisconnectReason, disconnectReasons } from '../transport/disconnectReason.ts'
import { type ChainIdentity, mismatchOf, networkStatusOf } from './greeting.ts'
import { Intake } from './intake.ts'
import { messageRatesFor } from './messageRates.ts'
import { Outbox } from './outbox.ts'
import { type Peer, type PeerEvents, PeerGone, type RequestOptions } from './peer.ts'
import { PendingRequests } from './pendingRequests.ts'
import type { SeenMessages } from './seenMessages.ts'

/** What all sessions of a node share. */
export interface SessionContext {
  readonly identity: ChainIdentity
  readonly chain: ServedChain
  /** The time that may be spent on answers. */
  readonly answering: WorkBudget
  /** The status to begin with. */
  readonly ownStatus: () => ChainStatus
  readonly scoring: PeerScoring
  readonly seen: SeenMessages
  readonly events: PeerEvents
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Hears of errors that are not the peer's. */
  readonly report: (error: unknown) => void
}

const greetingTimeoutMs = 20_000
const requestTimeoutMs = 30_000

/**
 * A connected node: greets it, keeps to the rates it accepts, answers its requests, matches its answers to ours,
 * and tells the owner everything else. What cannot be decoded costs the peer its reputation and the connection.
 */
export class PeerSession implements Peer {
  readonly id: string
  readonly #connection: Connection
  readonly #context: SessionContext
  readonly #intake: Intake
  readonly #outbox: Outbox
  readonly #pending: PendingRequests
  #status: ChainStatus | undefined
  #isGreeted = false
  #isReady = false
  #isOpen = true
  #greetingTimer: NodeJS.Timeout | undefined

  constructor(connection: Connection, context: SessionContext) {
    const rates = messageRatesFor(connection.remote.clientId)
    this.id = toHexDigits(connection.remote.id)
    this.#connection = connection
    this.#context = context
    this.#pending = new PendingRequests(() => this.#record('timeout-message'))
    this.#intake = new Intake({
      sender: this.id,
      rates,
      seen: context.seen,
      now: context.now,
      isWaiting: () => this.#pending.size > 0,
    })
    this.#outbox = new Outbox({
      rate: rates.outgoing,
      answering: context.answering,
      now: context.now,
      send: (payload) => connection.send(frameCodes.message, payload),
      report: context.report,
    })
  }

  get address(): string {
    return this.#connection.address
  }

  get port(): number {
    return this.#connection.port
  }

  get isInbound(): boolean {
    return this.#connection.isInbound
  }

  get clientId(): string {
    return this.#connection.remote.clientId
  }

  get status(): ChainStatus | undefined {
    return this.#status
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get queuedMessages(): number {
    return this.#outbox.length
  }

  /** Greets without waiting, as both sides do. */
  start(): void {
    const { identity, ownStatus } = this.#context
    this.#record('successful-handshake')
    this.#greetingTimer = setTimeout(() => this.disconnect(disconnectReasons.uselessPeer), greetingTimeoutMs)
    const status = ownStatus()
    this.#connection.send(frameCodes.networkStatus, encodeNetworkStatus(networkStatusOf(identity, status)))
    this.send({ kind: 'status', ...status })
    this.#connection.start({
      frame: (code, payload) => this.#frame(code, payload),
      closed: (reason) => this.#closed(reason),
    })
  }

  send(message: PushMessage): boolean {
    if (!this.#isOpen) return false
    const isTaken = this.#outbox.add('push', {
      bytes: heldBytes(message),
      make: () => encodeMessage(message),
    })
    if (isTaken && message.kind === 'get-block') this.#intake.awaitBlock()
    return isTaken
  }

  request<K extends RequestKind>(
    request: RequestOf<K>,
    { timeoutMs = requestTimeoutMs, signal }: RequestOptions = {},
  ): Promise<ResponseOf<K>> {
    const { kind } = request
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (!this.#isOpen) return Promise.reject(new PeerGone(kind))
    return new Promise((resolve, reject) => {
      const id = this.#pending.add({
        kind,
        timeoutMs,
        signal,
        // It has the kind that belongs to the request's, or it would not have been matched.
        resolve: (response) => resolve(response as ResponseOf<K>),
        reject,
      })
      const isTaken = this.#outbox.add('request', {
        bytes: 0,
        make: () => (this.#pending.startTimer(id) ? encodeMessage({ ...request, id }) : undefined),
      })
      if (!isTaken) this.#pending.fail(id, new PeerGone(kind))
    })
  }

  disconnect(reason: DisconnectReason): void {
    this.#isOpen = false
    this.#connection.disconnect(reason)
  }

  #closed(reason: CloseReason): void {
    this.#isOpen = false
    clearTimeout(this.#greetingTimer)
    this.#outbox.close()
    this.#pending.close()
    this.#tell(() => this.#context.events.onClosed(this, reason))
  }

  #record(event: PeerEvent): void {
    this.#context.scoring.record(this, event)
  }

  /** What goes wrong at the owner's is not the peer's fault. */
  #tell(news: () => void): void {
    try {
      news()
    } catch (error) {
      this.#context.report(error)
    }
  }

  #frame(code: number, payload: Uint8Array): void {
    if (!this.#isOpen) return
    // What others at its address have done keeps them out, but is not its fault.
    if (this.#context.scoring.isPunished(this.id)) {
      this.disconnect(disconnectReasons.uselessPeer)
      return
    }
    try {
      this.#take(code, payload)
    } catch (error) {
      if (error instanceof DecodeError) this.#punish()
      else this.#context.report(error)
    }
  }

  #punish(): void {
    this.#record('invalid-message')
    this.disconnect(disconnectReasons.badProtocol)
  }

  #take(code: number, payload: Uint8Array): void {
    if (code === frameCodes.networkStatus) this.#greet(decodeNetworkStatus(payload))
    else if (code === frameCodes.message) this.#open(openEnvelope(payload))
    else this.disconnect(disconnectReasons.badProtocol)
  }

  #greet(status: NetworkStatus): void {
    const mismatch = mismatchOf(status, this.#context.identity)
    if (mismatch !== undefined) {
      this.#record(mismatch.event)
      this.disconnect(mismatch.reason)
    } else if (this.#isGreeted) {
      this.#record('unexpected-message')
    }
    this.#isGreeted = true
  }

  #open(envelope: Envelope): void {
    if (!this.#intake.admits(envelope)) return
    if (!this.#isReady && !(envelope.kind === 'status' && this.#isGreeted)) {
      this.#record('unexpected-message')
      return
    }
    if (this.#intake.isRepeated(envelope)) this.#record('repeated-message')
    else this.#handle(decodeMessage(envelope))
  }

  #handle(message: Message): void {
    if (isResponse(message)) this.#takeResponse(message)
    else if (isRequest(message)) this.#answer(message)
    else if (message.kind === 'status') this.#takeStatus(message)
    else this.#takePush(message)
  }

  #takeResponse(response: Numbered<Response>): void {
    if (this.#pending.resolve(response)) return
    this.#record('unexpected-message')
    if (!this.#intake.toleratesUnasked()) this.disconnect(disconnectReasons.uselessPeer)
  }

  #takeStatus({ kind, ...status }: Extract<PushMessage, { kind: 'status' }>): void {
    const { events } = this.#context
    const isComplete = hasDifficulty(status)
    if (isComplete) this.#status = status
    if (!this.#isReady) {
      this.#isReady = true
      clearTimeout(this.#greetingTimer)
      this.#tell(() => events.onReady(this))
    }
    if (isComplete) this.#tell(() => events.onStatus(this, status))
  }

  #answer({ id, ...request }: Numbered<Request>): void {
    this.#outbox.add('answer', {
      bytes: 0,
      make: () => {
        const response = answerTo(request, this.#context.chain)
        return response && encodeMessage({ ...response, id })
      },
    })
  }

  #takePush(message: PushMessage): void {
    if (message.kind === 'get-block') this.#sendBlock(message.hash)
    this.#tell(() => this.#context.events.onMessage(this, message))
  }

  #sendBlock(hash: Hash): void {
    this.#outbox.add('answer', {
      bytes: 0,
      make: () => {
        const message = blockMessage(hash, this.#context.chain)
        return message && encodeMessage(message)
      },
    })
  }
}

/** Statuses of old nodes lack what is needed to compare chains. */
const hasDifficulty = (status: {
  readonly bestParentHash: Hash | null
  readonly totalDifficulty: bigint | null
}): status is ChainStatus => status.bestParentHash !== null && status.totalDifficulty !== null

/** What a message keeps in memory until it is sent. */
function heldBytes(message: PushMessage): number {
  if (message.kind === 'block') return message.block.length
  if (message.kind !== 'transactions') return 0
  return message.transactions.reduce((sum, transaction) => sum + transaction.length, 0)
}
