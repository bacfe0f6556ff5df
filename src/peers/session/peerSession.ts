import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { DebugLog } from '../../primitives/debugLog.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { WorkBudget } from '../../primitives/work/workBudget.ts'
import { decodeMessage, type MessageEnvelope, openEnvelope } from '../messages/decodeMessage.ts'
import {
  type ChainStatus,
  decodeNetworkStatus,
  encodeNetworkStatus,
  frameCodes,
  isCompleteStatus,
  isRequest,
  isResponse,
  type Message,
  type NetworkStatus,
  type PushMessage,
  protocolVersion,
  type RequestKind,
  type RequestOf,
  type ResponseOf,
  snapshotCapability,
} from '../messages/message.ts'
import type { PeerEvent } from '../scoring/peerEvent.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import type { ServedChain, SnapshotServer } from '../serving/snapshotServer.ts'
import type { CloseReason, Connection } from '../transport/connection.ts'
import { type DisconnectReason, disconnectReasons } from '../transport/disconnectReason.ts'
import { DroppedMessages } from './droppedMessages.ts'
import { Intake, type SeenMessages } from './intake.ts'
import { Outbox } from './outbox.ts'
import { outgoingPush } from './outgoingQueue.ts'
import { type Peer, type PeerEvents, PeerGone, type RequestOptions } from './peer.ts'
import { Requester } from './requester.ts'
import { Responder } from './responder.ts'
import { messageRatesFor, trafficClassOf } from './trafficClass.ts'

/** The network and chain that a node and its peers must share. */
interface ChainIdentity {
  readonly networkId: number
  readonly genesisHash: Hash
}

export const networkStatusOf = (
  { networkId, genesisHash }: ChainIdentity,
  { bestHash, totalDifficulty }: ChainStatus,
): NetworkStatus => ({ protocolVersion, networkId, totalDifficulty, bestHash, genesisHash })

/** Why a node cannot be a peer. */
interface Mismatch {
  readonly event: PeerEvent
  readonly reason: DisconnectReason
}

/** Compares in the order, and with the disconnect reasons, of the reference node. */
function mismatchOf(status: NetworkStatus, own: ChainIdentity): Mismatch | undefined {
  if (status.protocolVersion !== protocolVersion) {
    return { event: 'incompatible-protocol', reason: disconnectReasons.incompatibleProtocol }
  }
  if (status.networkId !== own.networkId) {
    return { event: 'invalid-network', reason: disconnectReasons.nullIdentity }
  }
  if (!equalBytes(status.genesisHash, own.genesisHash)) {
    return { event: 'unexpected-genesis', reason: disconnectReasons.unexpectedGenesis }
  }
  return undefined
}

/** Shared by all sessions of a node. */
export interface PeerSessionParts {
  readonly identity: ChainIdentity
  readonly chain: ServedChain
  /** Undefined when this node does not serve snapshots. */
  readonly snapshots?: SnapshotServer
  /** Bounds the time spent on answers. */
  readonly answering: WorkBudget
  /** The status to begin with. */
  readonly ownStatus: () => ChainStatus
  readonly scoring: PeerScoring
  readonly seen: SeenMessages
  readonly events: PeerEvents
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Receives errors that the peer did not cause. */
  readonly report: (error: unknown) => void
  readonly debug: DebugLog
}

/**
 * A peer sends its network status, then its first status, and is `ready` after both. In `closed` no message is sent or
 * handled.
 */
type Phase = 'awaiting-network-status' | 'awaiting-status' | 'ready' | 'closed'

const greetingTimeoutMs = 20_000

/**
 * A connected node. The session greets it, keeps to the rates that it accepts, answers its requests, matches its
 * answers to ours, and gives the owner all other messages. A message that cannot be decoded is recorded against the
 * peer and closes the connection.
 */
export class PeerSession implements Peer {
  readonly id: string
  readonly address: string
  readonly port: number
  readonly isInbound: boolean
  readonly clientId: string
  readonly servesSnapshots: boolean
  readonly #connection: Connection
  readonly #parts: PeerSessionParts
  readonly #dropped: DroppedMessages
  readonly #intake: Intake
  readonly #outbox: Outbox
  readonly #requester: Requester
  readonly #responder: Responder
  #phase: Phase = 'awaiting-network-status'
  #status: ChainStatus | undefined
  #greetingTimer: NodeJS.Timeout | undefined

  constructor(connection: Connection, parts: PeerSessionParts) {
    const { seen, now, debug, answering, report, chain, snapshots } = parts
    const { address, port, isInbound, remote } = connection
    const rates = messageRatesFor(remote.clientId)
    this.id = toHexDigits(remote.id)
    this.address = address
    this.port = port
    this.isInbound = isInbound
    this.clientId = remote.clientId
    this.servesSnapshots = remote.capabilities.some(({ name }) => name === snapshotCapability.name)
    this.#connection = connection
    this.#parts = parts
    this.#dropped = new DroppedMessages({ peer: this.id, address, debug, now })
    this.#outbox = new Outbox({
      rate: rates.outgoing,
      answering,
      now,
      send: (payload) => connection.send(frameCodes.message, payload),
      report,
    })
    this.#requester = new Requester(this.#outbox, () => this.#record('timeout-message'))
    this.#responder = new Responder(this.#outbox, { chain, snapshots })
    this.#intake = new Intake({
      sender: this.id,
      rates,
      seen,
      dropped: this.#dropped,
      now,
      isAwaitingAnswer: () => this.#requester.isAwaitingAnswer,
    })
  }

  get status(): ChainStatus | undefined {
    return this.#status
  }

  get isOpen(): boolean {
    return this.#phase !== 'closed'
  }

  get queuedMessages(): number {
    return this.#outbox.length
  }

  /** Both sides send their greeting without waiting for the other. */
  start(): void {
    const { identity, ownStatus } = this.#parts
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
    if (!this.isOpen) return false
    const isTaken = this.#outbox.add(trafficClassOf(message.kind), outgoingPush(message))
    if (isTaken && message.kind === 'get-block') this.#intake.awaitBlock()
    return isTaken
  }

  request<K extends RequestKind>(request: RequestOf<K>, options?: RequestOptions): Promise<ResponseOf<K>> {
    if (!this.isOpen && !options?.signal?.aborted) return Promise.reject(new PeerGone(request.kind))
    return this.#requester.request(request, options)
  }

  disconnect(reason: DisconnectReason): void {
    this.#phase = 'closed'
    this.#connection.disconnect(reason)
  }

  #closed(reason: CloseReason): void {
    this.#phase = 'closed'
    clearTimeout(this.#greetingTimer)
    this.#dropped.close()
    this.#outbox.close()
    this.#requester.close()
    this.#notify(() => this.#parts.events.onClosed(this, reason))
  }

  #record(event: PeerEvent): void {
    this.#parts.scoring.record(this, event)
  }

  /** Errors of the owner are not held against the peer. */
  #notify(event: () => void): void {
    try {
      event()
    } catch (error) {
      this.#parts.report(error)
    }
  }

  #frame(code: number, payload: Uint8Array): void {
    if (!this.isOpen) return
    // Punishments of its address keep nodes from connecting, but do not concern a connected node.
    if (this.#parts.scoring.isPunished(this.id)) {
      this.disconnect(disconnectReasons.uselessPeer)
      return
    }
    try {
      this.#take(code, payload)
    } catch (error) {
      if (error instanceof DecodeError) this.#punish(error.message)
      else this.#parts.report(error)
    }
  }

  #punish(problem: string): void {
    this.#parts.debug('peer-message-invalid', { peer: this.id, address: this.address, problem })
    this.#record('invalid-message')
    this.disconnect(disconnectReasons.badProtocol)
  }

  #take(code: number, payload: Uint8Array): void {
    if (code === frameCodes.networkStatus) this.#greet(decodeNetworkStatus(payload))
    else if (code === frameCodes.message) this.#open(openEnvelope(payload))
    else this.disconnect(disconnectReasons.badProtocol)
  }

  #greet(status: NetworkStatus): void {
    const mismatch = mismatchOf(status, this.#parts.identity)
    if (mismatch !== undefined) {
      this.#record(mismatch.event)
      this.disconnect(mismatch.reason)
    } else if (this.#phase === 'awaiting-network-status') this.#phase = 'awaiting-status'
    else this.#record('unexpected-message')
  }

  #open(envelope: MessageEnvelope): void {
    if (!this.#intake.admits(envelope)) return
    const isExpected =
      this.#phase === 'ready' || (this.#phase === 'awaiting-status' && envelope.kind === 'status')
    if (!isExpected) this.#record('unexpected-message')
    else if (this.#intake.isRepeated(envelope)) this.#record('repeated-message')
    else this.#handle(decodeMessage(envelope))
  }

  #handle(message: Message): void {
    if (isResponse(message)) this.#tolerateUnless(this.#requester.resolve(message))
    else if (isRequest(message)) this.#tolerateUnless(this.#responder.answer(message))
    else if (message.kind === 'status') this.#takeStatus(message)
    else this.#takePush(message)
  }

  /** Drops a few unrequested answers, or requests beyond the queue, and disconnects a peer that sends many. */
  #tolerateUnless(isExpected: boolean): void {
    if (isExpected) return
    this.#record('unexpected-message')
    if (!this.#intake.toleratesUnexpected()) this.disconnect(disconnectReasons.uselessPeer)
  }

  #takeStatus({ kind, ...status }: Extract<PushMessage, { kind: 'status' }>): void {
    const { events } = this.#parts
    const isComplete = isCompleteStatus(status)
    if (isComplete) this.#status = status
    if (this.#phase === 'awaiting-status') {
      this.#phase = 'ready'
      clearTimeout(this.#greetingTimer)
      this.#notify(() => events.onReady(this))
    }
    if (isComplete) this.#notify(() => events.onStatus(this, status))
  }

  #takePush(message: PushMessage): void {
    if (message.kind === 'get-block') this.#responder.sendBlock(message.hash)
    this.#notify(() => this.#parts.events.onMessage(this, message))
  }
}
