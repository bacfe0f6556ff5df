import type { Chain } from '../../chain/chain.ts'
import type { DebugLog } from '../../primitives/debugLog.ts'
import { WorkBudget } from '../../primitives/workBudget.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import type { PeerEvents } from '../session/peer.ts'
import type { PeerSessionParts } from '../session/peerSessionParts.ts'
import { SeenMessages } from '../session/seenMessages.ts'
import { ownStatus } from './ownStatus.ts'

/** Answers to peers take at most a quarter of all time, and at most 250 ms at once. */
const answeringShare = 0.25
const answeringBurstMs = 250

export interface SessionPartsContext {
  readonly chain: Chain
  readonly scoring: PeerScoring
  readonly events: PeerEvents
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly report: (error: unknown) => void
  readonly debug: DebugLog
}

/** The parts that all sessions on a chain share. */
export function sessionParts(context: SessionPartsContext): PeerSessionParts {
  const { chain, scoring, events, clock, report, debug } = context
  const now = (): number => performance.now()
  return {
    identity: { networkId: chain.network.peerNetworkId, genesisHash: chain.select('earliest')!.hash },
    chain,
    ownStatus: () => ownStatus(chain),
    scoring,
    answering: new WorkBudget({ share: answeringShare, savedMs: answeringBurstMs }, now),
    seen: new SeenMessages(),
    events,
    now: clock,
    report,
    debug,
  }
}
