import type { Chain } from '../../chain/chain.ts'
import type { ChainStatus } from '../messages/message.ts'

/**
 * The status of our chain that peers receive. With blocks missing, it is that of the genesis block, as the reference
 * node has it: peers that follow a chain ask for any of its blocks.
 */
export function ownStatus(chain: Pick<Chain, 'head' | 'start' | 'select'>): ChainStatus {
  const isWhole = (chain.start?.lowest ?? 1) <= 1
  const { number, hash, header, totalDifficulty } = isWhole ? chain.head : chain.select('earliest')!
  return { bestNumber: number, bestHash: hash, bestParentHash: header.parentHash, totalDifficulty }
}
