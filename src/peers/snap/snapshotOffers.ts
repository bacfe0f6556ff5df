import { DecodeError } from '../../primitives/errors.ts'
import { decodeBlock } from '../../protocol/block.ts'
import { isActive, type Network } from '../../protocol/networks/network.ts'
import { unclesHashRejection } from '../../protocol/validation/bodyRules.ts'
import { proofOfWorkRejection } from '../../protocol/validation/headerRules.ts'
import { ownBytes, type ResponseOf } from '../messages/message.ts'
import type { Peer } from '../session/peer.ts'
import type { SnapshotTarget } from './snapshotRecord.ts'
import type { Sources } from './sources.ts'

/** A snapshot and the peer that offers it. */
export interface SnapshotOffer {
  readonly peer: Peer
  readonly target: SnapshotTarget
}

/** Asks peers for the snapshots that they serve, and reports false offers. The offer with most work comes first. */
export async function snapshotOffers(
  peers: readonly Peer[],
  sources: Sources,
  network: Network,
  signal: AbortSignal,
): Promise<SnapshotOffer[]> {
  const answers = await Promise.all(
    peers.map(async (peer) => {
      const response = await sources.ask(peer, { kind: 'snap-status-request' }, signal)
      return response === undefined ? [] : offerIn(response, peer, sources, network)
    }),
  )
  return answers.flat().sort((a, b) => (a.target.totalDifficulty > b.target.totalDifficulty ? -1 : 1))
}

/** Ignores the blocks below the snapshot's block, because the header walk verifies its chain. */
function offerIn(
  { blocks, totalDifficulties }: ResponseOf<'snap-status-request'>,
  peer: Peer,
  sources: Sources,
  network: Network,
): SnapshotOffer[] {
  const bytes = blocks.at(-1)
  const totalDifficulty = totalDifficulties.at(-1)
  if (bytes === undefined || totalDifficulty === undefined) {
    sources.offended(peer, 'invalid-message', 'the status of the snapshot names no block')
    return []
  }
  try {
    const block = decodeBlock(ownBytes(bytes), network)
    const { hash, number, stateRoot } = block.header
    const rejection =
      number === 0 ? undefined : (unclesHashRejection(block) ?? proofOfWorkRejection(block.header, network))
    if (rejection === undefined) {
      return isActive(network, 'rskip126', number)
        ? [{ peer, target: { hash, number, stateRoot, totalDifficulty } }]
        : []
    }
    sources.offended(peer, 'invalid-block', `the block of the snapshot: ${rejection.detail}`)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    sources.offended(peer, 'invalid-message', error.message)
  }
  return []
}
