import type { StoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { activeFederation } from '../context/currentFederations.ts'

/** Meant as a week before the federation's creation, but counted in its milliseconds. */
const checkpointMargin = 604_800

/** Where the Bitcoin chain begins: a checkpoint before the first federation's creation, or the genesis block. */
export function startingBlock(context: BridgeContext): StoredBlock {
  const { genesis, checkpoints } = context.constants.bitcoin
  return checkpoints && latestStart(context) > 0 ? checkpoints.first : genesis
}

/**
 * The height from which the federation in charge needs the chain, for simulated calls that ask. Of testnet's
 * checkpoints only the first and the last are known here: a federation created between October 2018 and May 2019
 * would be told the first of them although there were later ones. Blocks do not depend on it.
 */
export function startingHeight(context: BridgeContext): number {
  const { checkpoints } = context.constants.bitcoin
  const { height } = startingBlock(context)
  return checkpoints && latestStart(context) >= checkpoints.last.time ? checkpoints.last.height : height
}

const latestStart = (context: BridgeContext): number =>
  activeFederation(context).creationTimeMillis - checkpointMargin
