import type { Chain } from '../../chain/chain.ts'
import { WorkBudget } from '../../primitives/work/workBudget.ts'
import type { ChainStatus } from '../messages/message.ts'
import { SnapshotServer } from '../serving/snapshotServer.ts'
import { SeenMessages } from '../session/intake.ts'
import type { PeerSessionParts } from '../session/peerSession.ts'
import type { PeeringSettings } from './peeringSettings.ts'

/**
 * The status of our chain that peers receive. While blocks are missing it is that of the genesis block, as in the
 * reference node, because followers may request any block of the chain.
 */
export function ownStatus(chain: Pick<Chain, 'head' | 'start' | 'select'>): ChainStatus {
  const isWhole = (chain.start?.lowest ?? 1) <= 1
  const { number, hash, header, totalDifficulty } = isWhole ? chain.head : chain.select('earliest')!
  return { bestNumber: number, bestHash: hash, bestParentHash: header.parentHash, totalDifficulty }
}

/** Share of all time that answers to peers may take, and the maximum time at once. */
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
