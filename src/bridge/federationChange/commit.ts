import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import {
  federationElection,
  lastRetiredScript,
  newFederation,
  nextCreationHeight,
  oldFederation,
  type PendingFederation,
  pendingFederation,
  proposedFederation,
} from '../cells/federations.ts'
import { newFederationUtxos, oldFederationUtxos } from '../cells/utxos.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'
import { activationAge, activeFederation } from '../context/currentFederations.ts'
import { emitLegacyEvent } from '../events/bridgeEvent.ts'
import { commitFederationEvent } from '../events/federationEvents.ts'
import { bitcoinKeys, type FederationFormat, type PegFederation } from '../federation/pegFederation.ts'
import {
  checkScriptSize,
  defaultPaymentScript,
  federationAddress,
  paymentScript,
  scriptHash,
} from '../federation/redeemScript.ts'

/** Ends the vote: the pending federation becomes the new one or (RSKIP419) the proposed one. */
export function commitFederation(bridge: BridgeCall, members: PendingFederation): void {
  const { cells, rules } = bridge
  const next = federationOf(bridge, members)
  const replaced = rules.rskip419 ? propose(bridge, next) : replace(bridge, next)
  cells.set(pendingFederation, undefined)
  cells.set(federationElection, [])
  emitCommit(bridge, replaced, next)
}

function federationOf(bridge: BridgeCall, members: PendingFederation): PegFederation {
  const { rules, native } = bridge
  const { number, timestamp } = native.block
  const federation = {
    // RSKIP419 corrects the unit.
    creationTimeMillis: rules.rskip419 ? timestamp * 1000 : timestamp,
    creationBlock: number,
    members,
    format: newFormat(rules),
  }
  checkScriptSize(federation, bridge)
  return federation
}

export function newFormat(rules: Rules): FederationFormat {
  if (rules.rskip305) return 'p2sh-p2wsh-erp'
  if (rules.rskip353) return 'p2sh-erp'
  return rules.rskip201 ? 'non-standard-erp' : 'standard'
}

/** Returns the federation that `next` will replace. */
function propose(bridge: BridgeCall, next: PegFederation): PegFederation {
  bridge.cells.set(proposedFederation, next)
  return activeFederation(bridge)
}

function replace(bridge: BridgeCall, next: PegFederation): PegFederation {
  handOver(bridge, next)
  return bridge.cells.load(oldFederation)!
}

function emitCommit(bridge: BridgeCall, old: PegFederation, next: PegFederation): void {
  const { rules, constants, native, call } = bridge
  const activation = native.block.number + activationAge(constants, rules)
  if (!rules.rskip146) {
    const content = [legacyItems(bridge, old), legacyItems(bridge, next), asciiBytes(`${activation}`)]
    emitLegacyEvent(call.emit, 'commit_federation_topic', content)
    return
  }
  commitFederationEvent.emit(
    call.emit,
    [],
    [
      concatBytes(...bitcoinKeys(old)),
      federationAddress(old, bridge),
      concatBytes(...bitcoinKeys(next)),
      federationAddress(next, bridge),
      BigInt(activation),
    ],
  )
}

const legacyItems = (bridge: BridgeCall, federation: PegFederation) => [
  scriptHash(federation, bridge),
  bitcoinKeys(federation),
]

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

/** RSKIP377: the script without emergency keys, by which the federation's inputs are recognised. */
function scriptToRemember(context: BridgeContext): Uint8Array {
  const federation = activeFederation(context)
  const hasEmergencyKeys = federation.format !== 'standard'
  return context.rules.rskip377 && hasEmergencyKeys
    ? defaultPaymentScript(federation, context)
    : paymentScript(federation, context)
}
