import type { StoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { activeFederation } from '../context/currentFederations.ts'

/** A week in seconds, which the reference node subtracts from a time in milliseconds. */
const checkpointMargin = 604_800

/** The first block of the stored Bitcoin chain: a checkpoint before the first federation's creation, or genesis. */
export function startingBlock(context: BridgeContext): StoredBlock {
  const { genesis, checkpoints } = context.constants.bitcoin
  return checkpoints && latestStart(context) > 0 ? checkpoints.first : genesis
}

/**
 * The height from which the active federation needs the chain, as simulated calls ask for it. Only the first and the
 * last of testnet's checkpoints are known here, so the answer for a federation created between October 2018 and May
 * 2019 is lower than the reference node's. Blocks do not depend on it.
 */
export function startingHeight(context: BridgeContext): number {
  const { checkpoints } = context.constants.bitcoin
  const { height } = startingBlock(context)
  return checkpoints && latestStart(context) >= checkpoints.last.time ? checkpoints.last.height : height
}

const latestStart = (context: BridgeContext): number =>
  activeFederation(context).creationTimeMillis - checkpointMargin
