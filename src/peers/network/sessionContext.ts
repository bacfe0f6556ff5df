import type { Chain } from '../../chain/chain.ts'
import { WorkBudget } from '../../primitives/workBudget.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import type { PeerEvents } from '../session/peer.ts'
import type { SessionContext } from '../session/peerSession.ts'
import { SeenMessages } from '../session/seenMessages.ts'
import { ownStatus } from './ownStatus.ts'

/** So much of our time peers may use for the answers they want, and so much at once. */
const answeringShare = 0.25
const answeringBurstMs = 250

export interface SessionParts {
  readonly chain: Chain
  readonly scoring: PeerScoring
  readonly events: PeerEvents
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly report: (error: unknown) => void
}

/** What all sessions with peers on a chain share. */
export function sessionContext({ chain, scoring, events, clock, report }: SessionParts): SessionContext {
  const now = (): number => performance.now()
  return {
    identity: { networkId: chain.network.peerNetworkId, genesisHash: chain.select('earliest')!.hash },
    chain,
    ownStatus: () => ownStatus(chain),
    scoring,
    answering: new WorkBudget({ share: answeringShare, savedMs: answeringBurstMs, now }),
    seen: new SeenMessages(),
    events,
    now: clock,
    report,
  }
}
