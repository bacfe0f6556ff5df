import type { Chain } from '../../chain/chain.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Peer, RequestOptions } from '../session/peer.ts'

/**
 * The newest block of a peer's chain, up to our best height, that we have on any branch. It is most often our best
 * block, so the search starts there, goes back in doubling steps, and then bisects. The genesis block needs no request:
 * peers share it, and the reference node does not answer for height 0.
 */
export async function connectionPoint(
  peer: Peer,
  chain: Chain,
  peerBest: number,
  options: RequestOptions,
): Promise<BlockHeader> {
  let known = chain.select('earliest')!.header
  const start = Math.min(chain.head.number, peerBest)
  let unknown = start + 1

  const ask = async (height: number): Promise<void> => {
    const { hash } = await peer.request({ kind: 'block-hash-request', height }, options)
    const header = knownHeader(chain, hash, height)
    if (header === undefined) unknown = height
    else known = header
  }

  for (let height = start, step = 1; height > known.number; height -= step, step *= 2) await ask(height)
  while (unknown - known.number > 1) await ask((known.number + unknown) >> 1)
  return known
}

/** A peer may answer with the hash of a block at another height. */
function knownHeader(chain: Chain, hash: Hash, height: number): BlockHeader | undefined {
  const header = chain.block(hash)?.header
  return header?.number === height ? header : undefined
}
