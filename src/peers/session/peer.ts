import type { ChainStatus, PushMessage, RequestKind, RequestOf, ResponseOf } from '../messages/message.ts'
import type { CloseReason } from '../transport/connection.ts'
import type { DisconnectReason } from '../transport/disconnectReason.ts'

export interface RequestOptions {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** A connected node with our protocol and our chain. */
export interface Peer {
  /** Hex digits of the node id. */
  readonly id: string
  readonly address: string
  readonly port: number
  readonly isInbound: boolean
  readonly clientId: string
  /** Whether the peer has said that it answers requests for snapshots. */
  readonly servesSnapshots: boolean
  /** The newest status of the peer; undefined until the first. */
  readonly status: ChainStatus | undefined
  readonly isOpen: boolean
  /** Messages that wait to be sent. */
  readonly queuedMessages: number
  /** False when the message will not be sent: too many messages are waiting, or the peer has left. */
  send(message: PushMessage): boolean
  /**
   * Resolves with the matching answer. Rejects with `PeerSilent` when no answer comes in time, `PeerGone` when the peer
   * leaves, and the signal's reason when it is aborted. Requests wait for their turn, so that a peer never receives
   * more than it accepts; the time limit starts when the request is sent.
   */
  request<K extends RequestKind>(request: RequestOf<K>, options?: RequestOptions): Promise<ResponseOf<K>>
  disconnect(reason: DisconnectReason): void
}

/** Events for the owner of a peer. */
export interface PeerEvents {
  /** The greeting of the peer is complete and matches ours. Called once, before any message. */
  onReady(peer: Peer): void
  /** A status has come, the first one included. */
  onStatus(peer: Peer, status: ChainStatus): void
  /** A message that answers no request. The session answers a `get-block` itself. */
  onMessage(peer: Peer, message: PushMessage): void
  /** Called once, also for a peer that never became ready. */
  onClosed(peer: Peer, reason: CloseReason): void
}

/** The peer did not answer in time. */
export class PeerSilent extends Error {
  override readonly name = 'PeerSilent'

  constructor(kind: RequestKind, timeoutMs: number) {
    super(`no answer to ${kind} within ${timeoutMs} ms`)
  }
}

/** The peer left before it answered or before it was asked. */
export class PeerGone extends Error {
  override readonly name = 'PeerGone'

  constructor(kind: RequestKind) {
    super(`the peer left before it answered ${kind}`)
  }
}
