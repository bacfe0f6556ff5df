import type { Chain } from '../../chain/chain.ts'
import type { DebugLog } from '../../primitives/debugLog.ts'
import type { RecentHashes } from '../recentHashes.ts'
import type { Peer } from '../session/peer.ts'
import type { ReportOffence } from './syncFailure.ts'

/** What synchronisation, snapshots and gossip share. */
export interface SyncParts {
  readonly chain: Chain
  /** Peers that are connected and ready. */
  readonly peers: () => Iterable<Peer>
  readonly report: ReportOffence
  /** Invalid blocks, which are not fetched and executed again. */
  readonly refused: RecentHashes
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
  readonly nowSeconds: () => number
  /** Receives failures of our own, such as a full disk. */
  readonly onError: (error: unknown) => void
  readonly debug: DebugLog
}
