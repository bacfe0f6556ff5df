import type { Chain } from '../../chain/chain.ts'
import type { ChainStatus } from '../messages/message.ts'

/** The status of our chain that peers receive. */
export function ownStatus({ head }: Pick<Chain, 'head'>): ChainStatus {
  const { number, hash, header, totalDifficulty } = head
  return { bestNumber: number, bestHash: hash, bestParentHash: header.parentHash, totalDifficulty }
}
