import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { type Block, decodeBlock } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { ownBytes } from '../messages/message.ts'
import { type Peer, PeerGone, PeerSilent } from '../session/peer.ts'
import type { ReportOffence } from '../sync/syncFailure.ts'

/** Maximum number of peers that are asked for a block, one after the other. */
const maximumAsked = 4
const timeoutMs = 10_000

/** Fetches a block by its hash from the first peer that sends it. Undefined when no asked peer does. */
export async function fetchBlock(
  hash: Hash,
  peers: Iterable<Peer>,
  network: Network,
  report: ReportOffence,
): Promise<Block | undefined> {
  for (const peer of [...peers].filter(({ isOpen }) => isOpen).slice(0, maximumAsked)) {
    try {
      const { block } = await peer.request({ kind: 'block-request', hash }, { timeoutMs })
      const decoded = decodeBlock(ownBytes(block), network)
      if (equalBytes(decoded.header.hash, hash)) return decoded
      report(peer, 'invalid-message', 'sent a block that was not requested')
    } catch (error) {
      if (error instanceof DecodeError) report(peer, 'invalid-message', error.message)
      else if (!(error instanceof PeerGone || error instanceof PeerSilent)) throw error
    }
  }
  return undefined
}
