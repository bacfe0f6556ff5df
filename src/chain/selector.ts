import type { Hash } from '../primitives/bytes.ts'
import type { Network } from '../protocol/networks/network.ts'

/** A block of the canonical chain by number or tag, or a block of any branch by hash. */
export type BlockSelector = number | Hash | 'earliest' | 'latest' | 'safe' | 'finalized'

/** Depth in blocks that only an attack reorganises; fewer on the local chain, so that `safe` is never below `finalized`. */
const safeDepth = (network: Network): number => (network.name === 'regtest' ? 5 : 12)
/** The confirmations that the Bridge waits for, and fewer on the local chain. */
const finalizedDepth = (network: Network): number => (network.name === 'regtest' ? 10 : 4000)

export const finalizedNumber = (latest: number, network: Network): number =>
  Math.max(0, latest - finalizedDepth(network))

/** The number of the block with a tag in a chain whose best block is `latest`. */
export function taggedNumber(
  tag: 'earliest' | 'safe' | 'finalized',
  latest: number,
  network: Network,
): number {
  if (tag === 'earliest') return 0
  return tag === 'safe' ? Math.max(0, latest - safeDepth(network)) : finalizedNumber(latest, network)
}
