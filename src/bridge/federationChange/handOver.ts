import { lastRetiredScript, newFederation, nextCreationHeight, oldFederation } from '../cells/federations.ts'
import { newFederationUtxos, oldFederationUtxos } from '../cells/utxos.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { activeFederation } from '../context/currentFederations.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { defaultPaymentScript, paymentScript } from '../federation/redeemScript.ts'

/** Makes `next` the new federation, which becomes active when it is old enough. */
export function handOver(context: BridgeContext, next: PegFederation): void {
  const { cells, rules } = context
  const current = activeFederation(context)
  cells.set(oldFederationUtxos, cells.load(newFederationUtxos))
  cells.set(newFederationUtxos, [])
  cells.set(oldFederation, current)
  cells.set(newFederation, next)
  if (!rules.rskip186) return
  cells.set(lastRetiredScript, scriptToRemember(context))
  cells.set(nextCreationHeight, next.creationBlock)
}

/** RSKIP377: without emergency keys, the form by which its inputs are recognised. */
function scriptToRemember(context: BridgeContext): Uint8Array {
  const federation = activeFederation(context)
  const hasEmergencyKeys = federation.format !== 'standard'
  return context.rules.rskip377 && hasEmergencyKeys
    ? defaultPaymentScript(federation, context)
    : paymentScript(federation, context)
}
