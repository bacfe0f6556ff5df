import type { Chain } from '../../chain/chain.ts'
import { WorkBudget } from '../../primitives/work/workBudget.ts'
import { SnapshotServer } from '../serving/snapshotServer.ts'
import type { PeerSessionParts } from '../session/peerSessionParts.ts'
import { SeenMessages } from '../session/seenMessages.ts'
import { ownStatus } from './ownStatus.ts'
import type { PeeringSettings } from './peeringSettings.ts'

/** Answers to peers take at most a quarter of all time, and at most 250 ms at once. */
const answeringShare = 0.25
const answeringBurstMs = 250

type GivenParts = Pick<PeerSessionParts, 'scoring' | 'events' | 'now' | 'report' | 'debug'>

/** The parts that all sessions on a chain share. */
export function sessionParts(
  chain: Chain,
  { serveSnapshots, snapshotSpacing }: Pick<PeeringSettings, 'serveSnapshots' | 'snapshotSpacing'>,
  given: GivenParts,
): PeerSessionParts {
  const now = (): number => performance.now()
  return {
    ...given,
    identity: { networkId: chain.network.peerNetworkId, genesisHash: chain.select('earliest')!.hash },
    chain,
    ...(serveSnapshots && { snapshots: new SnapshotServer(chain, snapshotSpacing) }),
    ownStatus: () => ownStatus(chain),
    answering: new WorkBudget({ share: answeringShare, savedMs: answeringBurstMs }, now),
    seen: new SeenMessages(),
  }
}
