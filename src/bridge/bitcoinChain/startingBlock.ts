import type { StoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { activeFederation } from '../context/currentFederations.ts'

/**
 * A week in seconds. The reference node subtracts it from the creation time in milliseconds, and compares the result with
 * the times of Bitcoin blocks in seconds. Both are right for federations created before RSKIP419, whose creation time is
 * stored in seconds; for later ones the answer is the last checkpoint.
 */
const checkpointMargin = 604_800

/** The block from which the active federation needs the Bitcoin chain: a checkpoint before its creation, or genesis. */
export function startingBlock(context: BridgeContext): StoredBlock {
  const { genesis, checkpoints } = context.constants.bitcoin
  const latestTime = activeFederation(context).creationTimeMillis - checkpointMargin
  return checkpoints?.latestAt(latestTime) ?? genesis
}
