import type { NetworkName } from '../../../protocol/networks/upgrades.ts'
import { isLocal } from '../localNetwork.ts'
import { wordOrNumber } from './valueTypes.ts'

/** Keeps the state after every block. */
export const archive = 'archive'

/**
 * About a week of blocks. Pruning takes as long as reading the state once, so doing it every week costs little, while
 * the archive of mainnet would be hundreds of gigabytes (docs/operating.md).
 */
export const publicHistory = 20_000

/** At least the blocks that a reorganisation may undo, and the deepest that contracts and rules look back. */
export const history = wordOrNumber(archive, 1_000, 1_000_000_000)

/** The states that a network keeps when the operator does not say. */
export const usualHistory = (network: NetworkName): typeof archive | number =>
  isLocal(network) ? archive : publicHistory
