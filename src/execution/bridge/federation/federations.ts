import type { Rules } from '../../../protocol/networks/rules.ts'
import type { BridgeWorld } from '../bridgeWorld.ts'
import type { BridgeCell } from '../cells/cell.ts'
import { newFederation, oldFederation } from '../cells/federations.ts'
import { newFederationUtxos, oldFederationUtxos, type Utxo } from '../cells/utxos.ts'
import type { BridgeConstants } from '../constants/bridgeConstants.ts'
import type { PegFederation } from './pegFederation.ts'

/** Blocks between the commit of a federation and its taking over. */
export function activationAge({ activationAges }: BridgeConstants, rules: Rules): number {
  if (rules.rskip419) return activationAges.rskip419
  return rules.rskip383 ? activationAges.rskip383 : activationAges.first
}

/** The federation in charge, the one that still has bitcoins to hand over, and what the former can spend. */
interface LiveFederations {
  readonly active: PegFederation
  readonly retiring: PegFederation | undefined
  readonly activeUtxos: BridgeCell<readonly Utxo[]>
}

/** Until a new federation is old enough, the one before it stays in charge. */
export function liveFederations({ cells, constants, rules, context }: BridgeWorld): LiveFederations {
  const latest = cells.load(newFederation)
  if (!latest) {
    return { active: constants.genesisFederation, retiring: undefined, activeUtxos: newFederationUtxos }
  }
  const previous = cells.load(oldFederation)
  if (!previous) return { active: latest, retiring: undefined, activeUtxos: newFederationUtxos }
  const age = context.block.number - latest.creationBlock
  return age >= activationAge(constants, rules)
    ? { active: latest, retiring: previous, activeUtxos: newFederationUtxos }
    : { active: previous, retiring: undefined, activeUtxos: oldFederationUtxos }
}

export const activeFederation = (world: BridgeWorld): PegFederation => liveFederations(world).active
