import type { PeerEvent } from '../scoring/peerEvent.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import type { Peer } from '../session/peer.ts'
import type { Offence } from '../sync/roundFailure.ts'
import { disconnectReasons } from '../transport/disconnectReason.ts'

/** The event that an offence is recorded as. The session records timeouts itself. */
const events: Readonly<Record<Offence, PeerEvent | undefined>> = {
  'invalid-header': 'invalid-header',
  'invalid-message': 'invalid-message',
  'invalid-block': 'invalid-block',
  timeout: undefined,
  useless: undefined,
}

/** Records what connected peers do, and disconnects those that lose their good reputation. */
export class Reputation {
  readonly #scoring: PeerScoring

  constructor(scoring: PeerScoring) {
    this.#scoring = scoring
  }

  record(peer: Peer, event: PeerEvent): void {
    this.#scoring.record(peer, event)
    if (!this.#scoring.hasGoodReputation(peer)) peer.disconnect(disconnectReasons.uselessPeer)
  }

  report(peer: Peer, offence: Offence): void {
    const event = events[offence]
    if (event !== undefined) this.record(peer, event)
  }
}
