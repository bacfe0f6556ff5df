import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { BridgeCell } from '../cells/cell.ts'
import { newFederation, oldFederation, proposedFederation } from '../cells/federations.ts'
import { newFederationUtxos, oldFederationUtxos, type Utxo } from '../cells/utxos.ts'
import type { BridgeConstants } from '../constants/bridgeConstants.ts'
import { hasMember, type PegFederation } from '../federation/pegFederation.ts'
import type { BridgeCall, BridgeContext } from './bridgeContext.ts'

/** Blocks between the commit of a federation and its activation. */
export function activationAge({ activationAges }: BridgeConstants, rules: Rules): number {
  if (rules.rskip419) return activationAges.rskip419
  return rules.rskip383 ? activationAges.rskip383 : activationAges.first
}

/** The active federation, its list of coins, and the retiring federation, whose bitcoins migrate to it. */
export interface LiveFederations {
  readonly active: PegFederation
  readonly retiring: PegFederation | undefined
  readonly activeUtxos: BridgeCell<readonly Utxo[]>
}

/** Until a new federation is old enough, the previous one stays active. */
export function liveFederations({ cells, constants, rules, native }: BridgeContext): LiveFederations {
  const latest = cells.load(newFederation)
  if (!latest) {
    return { active: constants.genesisFederation, retiring: undefined, activeUtxos: newFederationUtxos }
  }
  const previous = cells.load(oldFederation)
  if (!previous) return { active: latest, retiring: undefined, activeUtxos: newFederationUtxos }
  return hasTakenOver(latest, native.block.number, constants, rules)
    ? { active: latest, retiring: previous, activeUtxos: newFederationUtxos }
    : { active: previous, retiring: undefined, activeUtxos: oldFederationUtxos }
}

/** Whether a committed federation waits for its activation. */
export function isFederationAwaited({ cells, constants, rules, native }: BridgeContext): boolean {
  const latest = cells.load(newFederation)
  if (!latest || !cells.load(oldFederation)) return false
  return !hasTakenOver(latest, native.block.number, constants, rules)
}

export const hasTakenOver = (
  { creationBlock }: PegFederation,
  blockNumber: number,
  constants: BridgeConstants,
  rules: Rules,
): boolean => blockNumber - creationBlock >= activationAge(constants, rules)

export const activeFederation = (context: BridgeContext): PegFederation => liveFederations(context).active

/** Throws unless the caller is a member of a federation that holds bitcoins. */
export function checkMember(bridge: BridgeCall): void {
  const { active, retiring } = liveFederations(bridge)
  checkMemberOf([active, retiring], bridge)
}

/**
 * Throws unless the caller is a member of a federation that holds bitcoins or (RSKIP419) of the proposed federation.
 */
export function checkSigner(bridge: BridgeCall): void {
  const { active, retiring } = liveFederations(bridge)
  const proposed = bridge.rules.rskip419 ? bridge.cells.load(proposedFederation) : undefined
  checkMemberOf([active, retiring, proposed], bridge)
}

function checkMemberOf(federations: readonly (PegFederation | undefined)[], { call }: BridgeCall): void {
  if (federations.some((federation) => federation && hasMember(federation, call.caller))) return
  throw new PrecompileFailure('the caller is not a member of the federation')
}
