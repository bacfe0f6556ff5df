import type { Hash } from '../primitives/bytes.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { Blocks } from './storage/blocks.ts'
import type { StoredBlock } from './storage/storedBlock.ts'

/** A block of the canonical chain by number or tag, or a block of any branch by hash. */
export type BlockSelector = number | Hash | 'earliest' | 'latest' | 'safe' | 'finalized'

/** Depth in blocks that only an attack reorganises; fewer on the local chain, so that `safe` is never below `finalized`. */
const safeDepth = (network: Network): number => (network.name === 'regtest' ? 5 : 12)
/** The confirmations that the Bridge waits for, and fewer on the local chain. */
const finalizedDepth = (network: Network): number => (network.name === 'regtest' ? 10 : 4000)

export const safeNumber = (latest: number, network: Network): number =>
  Math.max(0, latest - safeDepth(network))

export const finalizedNumber = (latest: number, network: Network): number =>
  Math.max(0, latest - finalizedDepth(network))

export function selectBlock(
  selector: BlockSelector,
  blocks: Blocks,
  network: Network,
): StoredBlock | undefined {
  if (selector === 'latest') return blocks.head
  if (selector instanceof Uint8Array) return blocks.block(selector)
  const hash = blocks.canonicalHash(numberOf(selector, blocks, network))
  return hash && blocks.expect(hash)
}

function numberOf(
  selector: number | 'earliest' | 'safe' | 'finalized',
  blocks: Blocks,
  network: Network,
): number {
  if (typeof selector === 'number') return selector
  if (selector === 'earliest') return 0
  const latest = blocks.head.number
  return selector === 'safe' ? safeNumber(latest, network) : finalizedNumber(latest, network)
}
