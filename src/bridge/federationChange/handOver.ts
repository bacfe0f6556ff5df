import { lastRetiredScript, newFederation, nextCreationHeight, oldFederation } from '../cells/federations.ts'
import { newFederationUtxos, oldFederationUtxos } from '../cells/utxos.ts'
import type { BridgeWorld } from '../context/bridgeContext.ts'
import { activeFederation } from '../context/currentFederations.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { defaultPaymentScript, paymentScript } from '../federation/redeemScript.ts'

/** Makes `next` the federation that takes over when it is old enough; until then the current one goes on. */
export function handOver(world: BridgeWorld, next: PegFederation): void {
  const { cells, rules } = world
  const current = activeFederation(world)
  cells.set(oldFederationUtxos, cells.load(newFederationUtxos))
  cells.set(newFederationUtxos, [])
  cells.set(oldFederation, current)
  cells.set(newFederation, next)
  if (!rules.rskip186) return
  cells.set(lastRetiredScript, scriptToRemember(world))
  cells.set(nextCreationHeight, next.creationBlock)
}

/** RSKIP377: without emergency keys, which is how its inputs are recognised. */
function scriptToRemember(world: BridgeWorld): Uint8Array {
  const federation = activeFederation(world)
  const hasEmergencyKeys = federation.format !== 'standard'
  return world.rules.rskip377 && hasEmergencyKeys
    ? defaultPaymentScript(federation)
    : paymentScript(federation, world)
}
