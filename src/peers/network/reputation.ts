import { isPunishable, type PeerEvent } from '../scoring/peerEvent.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import type { Peer } from '../session/peer.ts'
import type { Offence } from '../sync/syncFailure.ts'
import { disconnectReasons } from '../transport/disconnectReason.ts'
import type { PeerLog } from './peerLog.ts'

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
  readonly #log: PeerLog

  constructor(scoring: PeerScoring, log: PeerLog) {
    this.#scoring = scoring
    this.#log = log
  }

  record(peer: Peer, event: PeerEvent, problem = ''): void {
    if (isPunishable(event)) this.#log.offended(peer, event, problem)
    this.#count(peer, event)
  }

  report(peer: Peer, offence: Offence, problem: string): void {
    this.#log.offended(peer, offence, problem)
    const event = events[offence]
    if (event !== undefined) this.#count(peer, event)
  }

  #count(peer: Peer, event: PeerEvent): void {
    this.#scoring.record(peer, event)
    if (!this.#scoring.hasGoodReputation(peer)) peer.disconnect(disconnectReasons.uselessPeer)
  }
}
