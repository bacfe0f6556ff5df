import type { StoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import type { BridgeWorld } from '../context/bridgeContext.ts'
import { activeFederation } from '../context/currentFederations.ts'

/** Meant as a week before the federation's creation, but counted in its milliseconds. */
const checkpointMargin = 604_800

/** Where the Bitcoin chain begins: a checkpoint before the first federation's creation, or the genesis block. */
export function startingBlock(world: BridgeWorld): StoredBlock {
  const { genesis, checkpoints } = world.constants.bitcoin
  return checkpoints && latestStart(world) > 0 ? checkpoints.first : genesis
}

/**
 * The height from which the federation in charge needs the chain, for simulated calls that ask. Of testnet's
 * checkpoints only the first and the last are known here: a federation created between October 2018 and May 2019
 * would be told the first of them although there were later ones. Blocks do not depend on it.
 */
export function startingHeight(world: BridgeWorld): number {
  const { checkpoints } = world.constants.bitcoin
  const { height } = startingBlock(world)
  return checkpoints && latestStart(world) >= checkpoints.last.time ? checkpoints.last.height : height
}

const latestStart = (world: BridgeWorld): number =>
  activeFederation(world).creationTimeMillis - checkpointMargin
