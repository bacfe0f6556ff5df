import { minimumDifficulty } from '../../protocol/difficulty.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { proofOfWorkRejection } from '../../protocol/validation/headerRules.ts'
import { UpstreamError } from '../endpoint/upstreamError.ts'

/**
 * A header without its parents proves the work that was spent on it, at least that of the network's least difficulty: a
 * made-up block costs its maker as much. Throws an `UpstreamError` for one without that proof.
 */
export function requireWork(header: BlockHeader, network: Network, shown: string): void {
  const { number, difficulty } = header
  if (number === 0) return
  const least = minimumDifficulty(network, number)
  const fault =
    difficulty < least
      ? `the difficulty ${difficulty} is less than ${least}`
      : proofOfWorkRejection(header, network)?.detail
  if (fault === undefined) return
  throw new UpstreamError(
    'unproven',
    `the endpoint ${shown} gives block ${number} without its proof of work (${fault})`,
  )
}
