import type { DebugLog } from '../../primitives/debugLog.ts'
import type { WorkBudget } from '../../primitives/work/workBudget.ts'
import type { ChainStatus } from '../messages/message.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import type { ServedChain } from '../serving/servedChain.ts'
import type { SnapshotServer } from '../serving/snapshotServer.ts'
import type { ChainIdentity } from './greeting.ts'
import type { PeerEvents } from './peer.ts'
import type { SeenMessages } from './seenMessages.ts'

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
