import { newFederation, proposedFederation } from '../../bridge/cells/federations.ts'
import { type BridgeContext, bridgeContext } from '../../bridge/context/bridgeContext.ts'
import { liveFederations } from '../../bridge/context/currentFederations.ts'
import type { PegFederation } from '../../bridge/federation/pegFederation.ts'
import { paymentScript } from '../../bridge/federation/redeemScript.ts'
import { memberKeys, memberNumber } from './namedKeys.ts'
import { type PegChain, PegRefusal } from './pegChain.ts'

/** The Bridge as a call in the next block sees it, over a copy of the state. */
export const bridgeOf = (chain: PegChain): BridgeContext => bridgeContext(chain.nextCall())

/** All federations that have an address at present. */
export interface Federations {
  readonly active: PegFederation
  readonly retiring: PegFederation | undefined
  /** RSKIP419: committed, and not yet proved that it can spend. */
  readonly proposed: PegFederation | undefined
  /** Proved, and not yet old enough. */
  readonly awaited: PegFederation | undefined
}

export function federationsOf(context: BridgeContext): Federations {
  const { active, retiring } = liveFederations(context)
  const latest = context.cells.load(newFederation)
  return {
    active,
    retiring,
    proposed: context.rules.rskip419 ? context.cells.load(proposedFederation) : undefined,
    awaited: latest === active ? undefined : latest,
  }
}

/** The scripts that pay to a federation. */
export function federationScripts(context: BridgeContext): Uint8Array[] {
  const { active, retiring, proposed, awaited } = federationsOf(context)
  return [active, retiring, proposed, awaited].flatMap((federation) =>
    federation === undefined ? [] : [paymentScript(federation, context)],
  )
}

/** The key of the member that acts for the active federation: the first one whose keys are public. */
export function speakerKey(context: BridgeContext): Uint8Array {
  for (const member of liveFederations(context).active.members) {
    const number = memberNumber(member)
    if (number !== undefined) return memberKeys(number).rootstock
  }
  throw new PegRefusal(
    'the node does not have the keys of the active federation; its members must act themselves',
  )
}
