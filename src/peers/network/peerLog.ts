import type { DebugLog } from '../../primitives/debugLog.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { Enode } from '../identity/enode.ts'
import type { Peer } from '../session/peer.ts'
import type { CloseReason, Connection } from '../transport/connection.ts'
import { type DisconnectReason, disconnectReasonName } from '../transport/disconnectReason.ts'

/** Logs what happens with single peers, for debugging. A peer is named by its full id. */
export class PeerLog {
  readonly #debug: DebugLog

  constructor(debug: DebugLog) {
    this.#debug = debug
  }

  /** The greeting of a peer is complete. */
  connected(peer: Peer): void {
    const { clientId: client, isInbound, status } = peer
    this.#debug('peer-connected', {
      ...named(peer),
      direction: isInbound ? 'inbound' : 'outbound',
      client,
      best: status?.bestNumber ?? 0,
    })
  }

  closed(peer: Peer, reason: CloseReason): void {
    this.#debug('peer-disconnected', { ...named(peer), by: reason.by, reason: closeText(reason) })
  }

  /** A connection was closed before it got a place. */
  refused({ remote, address }: Connection, reason: DisconnectReason): void {
    this.#debug('peer-refused', {
      peer: toHexDigits(remote.id),
      address,
      reason: disconnectReasonName(reason),
    })
  }

  callFailed({ id, host, port }: Enode, error: unknown): void {
    this.#debug('peer-call-failed', {
      peer: toHexDigits(id),
      address: `${host}:${port}`,
      problem: reasonOf(error),
    })
  }

  handshakeFailed(address: string, problem: unknown): void {
    this.#debug('peer-handshake-failed', { address, problem: reasonOf(problem) })
  }

  /** A peer broke a rule, or did not answer. */
  offended(peer: Peer, offence: string, problem: string): void {
    this.#debug('peer-offence', { ...named(peer), offence, problem })
  }
}

const named = ({ id, address, port }: Peer) => ({ peer: id, address: `${address}:${port}` })

const closeText = (reason: CloseReason): string =>
  reason.by === 'failure' ? `${reason.kind}: ${reason.problem}` : disconnectReasonName(reason.reason)
