import type { BridgeWorld } from '../bridgeWorld.ts'
import { activeFederation } from '../federation/federations.ts'
import { NotImplementedByThisVersion } from '../notImplemented.ts'
import type { StoredBlock } from './storedBlock.ts'

/** Meant as a week before the federation's creation, but counted in its milliseconds. */
const checkpointMargin = 604_800

/** Where the Bitcoin chain begins for the federation in charge: a checkpoint before its creation, or genesis. */
export function startingBlock(world: BridgeWorld): StoredBlock {
  const { genesis, checkpoints } = world.constants.bitcoin
  const { creationTimeMillis } = activeFederation(world)
  if (!checkpoints || creationTimeMillis <= checkpointMargin) return genesis
  const isFirst = creationTimeMillis === world.constants.genesisFederation.creationTimeMillis
  if (isFirst || checkpoints.isLast) return checkpoints.first
  throw new NotImplementedByThisVersion('checkpoints for later federations')
}
