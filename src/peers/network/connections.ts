import type { DebugLog } from '../../primitives/debugLog.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { Peer } from '../session/peer.ts'
import { PeerSession, type PeerSessionParts } from '../session/peerSession.ts'
import type { Connection } from '../transport/connection.ts'
import {
  type DisconnectReason,
  disconnectReasonName,
  disconnectReasons,
} from '../transport/disconnectReason.ts'
import type { PeerAdmission } from './peerAdmission.ts'

export interface ConnectionsParts {
  readonly ownId: string
  readonly admission: PeerAdmission
  readonly now: () => number
  readonly session: PeerSessionParts
  readonly debug: DebugLog
}

interface Member {
  readonly session: PeerSession
  readonly since: number
  isReady: boolean
}

/** Two nodes that call each other at the same time notice it within this time. */
const crossingMs = 5_000

/** The connected nodes, each with one connection. */
export class Connections {
  readonly #parts: ConnectionsParts
  readonly #members = new Map<string, Member>()

  constructor(parts: ConnectionsParts) {
    this.#parts = parts
  }

  /** All nodes with a place, including those whose greeting is not complete. */
  get occupants(): readonly PeerSession[] {
    return [...this.#members.values()].map(({ session }) => session)
  }

  /** Nodes whose greeting is complete. */
  *peers(): Generator<Peer> {
    for (const { session, isReady } of this.#members.values()) if (isReady && session.isOpen) yield session
  }

  has(id: string): boolean {
    return this.#members.has(id)
  }

  /** Gives a new connection a place, or closes it and returns false. */
  add(connection: Connection): boolean {
    const id = toHexDigits(connection.remote.id)
    const refusal = this.#refusal(id, connection)
    if (refusal !== undefined) {
      const { address } = connection
      this.#parts.debug('peer-refused', { peer: id, address, reason: disconnectReasonName(refusal) })
      connection.disconnect(refusal)
      return false
    }
    this.#members.get(id)?.session.disconnect(disconnectReasons.duplicatePeer)
    const session = new PeerSession(connection, this.#parts.session)
    this.#members.set(id, { session, since: this.#parts.now(), isReady: false })
    session.start()
    return true
  }

  /** Marks the greeting of a peer as complete. False when another connection has the place of its node. */
  ready(peer: Peer): boolean {
    const member = this.#members.get(peer.id)
    if (member?.session !== peer) return false
    member.isReady = true
    return true
  }

  /** Frees the place of a peer, if it has one. */
  remove(peer: Peer): boolean {
    if (this.#members.get(peer.id)?.session !== peer) return false
    return this.#members.delete(peer.id)
  }

  closeAll(reason: DisconnectReason): void {
    for (const { session } of this.#members.values()) session.disconnect(reason)
  }

  #refusal(id: string, { address, isInbound }: Connection): DisconnectReason | undefined {
    const { ownId, admission, session } = this.#parts
    if (id === ownId) return disconnectReasons.localIdentity
    if (!session.scoring.hasGoodReputation({ id, address })) return disconnectReasons.uselessPeer
    const existing = this.#members.get(id)
    if (existing !== undefined && !this.#replaces(existing, id, isInbound))
      return disconnectReasons.duplicatePeer
    const others = this.occupants.filter((occupant) => occupant.id !== id)
    const hasPlace = admission.hasPlace({ id, address, isInbound }, others)
    return hasPlace ? undefined : disconnectReasons.tooManyPeers
  }

  /**
   * When two nodes call each other at the same time, both must keep the same connection: the one that the node with
   * the greater id made.
   */
  #replaces({ session, since }: Member, id: string, isInbound: boolean): boolean {
    if (!session.isOpen) return true
    const isCrossing = session.isInbound !== isInbound && this.#parts.now() - since < crossingMs
    return isCrossing && isInbound === id > this.#parts.ownId
  }
}
