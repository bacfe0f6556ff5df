import type { Chain } from '../../chain/chain.ts'
import type { ChainStatus } from '../messages/message.ts'

/** What peers are told of our chain. */
export function ownStatus({ head }: Pick<Chain, 'head'>): ChainStatus {
  const { number, hash, header, totalDifficulty } = head
  return { bestNumber: number, bestHash: hash, bestParentHash: header.parentHash, totalDifficulty }
}
