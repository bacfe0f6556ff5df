import type { ChainStatus, PushMessage, RequestKind, RequestOf, ResponseOf } from '../messages/message.ts'
import type { CloseReason } from '../transport/connection.ts'
import type { DisconnectReason } from '../transport/disconnectReason.ts'

export interface RequestOptions {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** A node that speaks our protocol on our chain. */
export interface Peer {
  /** Hex digits of the node id. */
  readonly id: string
  readonly address: string
  readonly port: number
  readonly isInbound: boolean
  readonly clientId: string
  /** The newest it has told; undefined until the first. */
  readonly status: ChainStatus | undefined
  readonly isOpen: boolean
  /** Messages that wait until the peer can take them. */
  readonly queuedMessages: number
  /** False when the message was not sent and will not be: too much is waiting, or the peer is gone. */
  send(message: PushMessage): boolean
  /**
   * Resolves with the matching answer. Rejects with `PeerSilent` when none comes in time, `PeerGone` when the
   * peer leaves, and with the signal's reason when it is aborted. Requests wait for their turn, so that a peer
   * never gets more than it accepts; the time limit runs from when they are sent.
   */
  request<K extends RequestKind>(request: RequestOf<K>, options?: RequestOptions): Promise<ResponseOf<K>>
  disconnect(reason: DisconnectReason): void
}

/** What the owner of a peer is told. */
export interface PeerEvents {
  /** Both statuses came and fit; comes once, before any message. */
  onReady(peer: Peer): void
  /** A new status, also the first. */
  onStatus(peer: Peer, status: ChainStatus): void
  /** A message nobody asked for; a `get-block` has been answered already. */
  onMessage(peer: Peer, message: PushMessage): void
  /** Comes once, also for a peer that never became ready. */
  onClosed(peer: Peer, reason: CloseReason): void
}

/** The peer did not answer in time. */
export class PeerSilent extends Error {
  override readonly name = 'PeerSilent'

  constructor(kind: RequestKind, timeoutMs: number) {
    super(`no answer to ${kind} within ${timeoutMs} ms`)
  }
}

/** The peer left before it answered, or had left before it was asked. */
export class PeerGone extends Error {
  override readonly name = 'PeerGone'

  constructor(kind: RequestKind) {
    super(`the peer left before it answered ${kind}`)
  }
}
