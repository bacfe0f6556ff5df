import { activeCreationHeight, nextCreationHeight } from '../cells/federations.ts'
import { unconfirmedPegouts } from '../cells/pegouts.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { activationAge, checkMember } from '../context/currentFederations.ts'
import { emitLegacyEvent } from '../events/bridgeEvent.ts'
import { updateCollectionsEvent } from '../events/pegoutEvents.ts'
import { advanceValidation } from '../federationChange/validation.ts'
import { migrateFunds } from './migration.ts'
import { processConfirmed } from './processConfirmed.ts'
import { processRequests } from './processRequests.ts'

/** The periodic work of the Bridge. A member of the federation triggers it. */
export function updateCollections(bridge: BridgeCall): void {
  checkMember(bridge)
  emitUpdate(bridge)
  const stored = bridge.cells.load(unconfirmedPegouts).length
  migrateFunds(bridge)
  processRequests(bridge)
  processConfirmed(bridge, stored)
  if (bridge.rules.rskip186) promoteCreationHeight(bridge)
  if (bridge.rules.rskip419) advanceValidation(bridge)
}

function emitUpdate({ rules, call }: BridgeCall): void {
  if (rules.rskip146) updateCollectionsEvent.emit(call.emit, [], [call.caller])
  else emitLegacyEvent(call.emit, 'update_collections_topic', call.caller)
}

/** Stores the creation height of a federation that has become active. */
function promoteCreationHeight({ cells, rules, constants, native }: BridgeCall): void {
  const next = cells.load(nextCreationHeight)
  if (next === undefined || native.block.number < next + activationAge(constants, rules)) return
  cells.set(activeCreationHeight, next)
  cells.set(nextCreationHeight, undefined)
}
