import type { DebugLog } from '../../primitives/debugLog.ts'
import { isPunishable, type PeerEvent } from '../scoring/peerEvent.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import type { Peer } from '../session/peer.ts'
import type { Offence } from '../sync/syncFailure.ts'
import { disconnectReasons } from '../transport/disconnectReason.ts'

/** The event that an offence is recorded as. The session records timeouts itself. */
const events: Readonly<Record<Offence, PeerEvent | undefined>> = {
  'invalid-header': 'invalid-header',
  'invalid-message': 'invalid-message',
  'invalid-block': 'invalid-block',
  timeout: undefined,
  useless: undefined,
  slow: undefined,
}

/** Records events of connected peers, and disconnects peers that lose their good reputation. */
export class Reputation {
  readonly #scoring: PeerScoring
  readonly #debug: DebugLog

  constructor(scoring: PeerScoring, debug: DebugLog) {
    this.#scoring = scoring
    this.#debug = debug
  }

  record(peer: Peer, event: PeerEvent, problem = ''): void {
    if (isPunishable(event)) this.#log(peer, event, problem)
    this.#count(peer, event)
  }

  report(peer: Peer, offence: Offence, problem: string): void {
    this.#log(peer, offence, problem)
    const event = events[offence]
    if (event !== undefined) this.#count(peer, event)
  }

  #log(peer: Peer, offence: string, problem: string): void {
    this.#debug('peer-offence', { ...namesOf(peer), offence, problem })
  }

  #count(peer: Peer, event: PeerEvent): void {
    this.#scoring.record(peer, event)
    if (!this.#scoring.hasGoodReputation(peer)) peer.disconnect(disconnectReasons.uselessPeer)
  }
}

/** A peer in the debug log: its full id and its address. */
export const namesOf = ({ id, address, port }: Peer) => ({ peer: id, address: `${address}:${port}` })
