import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import {
  federationElection,
  oldFederation,
  type PendingFederation,
  pendingFederation,
  proposedFederation,
} from '../cells/federations.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { activationAge, activeFederation } from '../context/currentFederations.ts'
import { commitFederationEvent } from '../events/federationEvents.ts'
import { emitLegacyEvent } from '../events/legacyEvent.ts'
import { bitcoinKeys, type FederationFormat, type PegFederation } from '../federation/pegFederation.ts'
import { checkScriptSize, federationAddress, scriptHash } from '../federation/redeemScript.ts'
import { handOver } from './handOver.ts'

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
    // RSKIP419 corrected the unit.
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
