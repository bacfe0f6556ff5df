import { nextCreationHeight, oldFederation, proposedFederation } from '../../bridge/cells/federations.ts'
import {
  pegoutQueue,
  releaseQueue,
  releaseRequests,
  unconfirmedPegouts,
  unsignedPegoutList,
  unsignedPegouts,
} from '../../bridge/cells/pegouts.ts'
import { newFederationUtxos, oldFederationUtxos, utxoList } from '../../bridge/cells/utxos.ts'
import { fundTransactionId, spendTransactionId } from '../../bridge/cells/validation.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { liveFederations } from '../../bridge/context/currentFederations.ts'
import { memberAccount } from '../../bridge/federation/member.ts'
import { updateCollections } from '../../bridge/pegout/updateCollections.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { bridgeCallData } from './bridgeCallData.ts'
import { bridgeOf, speakerKey } from './federationView.ts'
import type { FederationAction, PegChain } from './pegChain.ts'

/** Calls `updateCollections` if it would change something in the next block. */
export function updateCollectionsIfDue(chain: PegChain): FederationAction | undefined {
  const context = bridgeOf(chain)
  const before = progressOf(context)
  const name = `update collections of ${contentOf(context)}`
  if (!succeeds(context) || progressOf(context) === before) return undefined
  return { name, key: speakerKey(context), data: bridgeCallData('updateCollections') }
}

/** What the periodic work changes, except the height of the next batch of peg-outs, which moves without work. */
function progressOf({ cells, rules }: BridgeContext): string {
  const validation = rules.rskip419
    ? [cells.load(proposedFederation), cells.load(fundTransactionId), cells.load(spendTransactionId)]
    : []
  return [
    `${cells.load(releaseRequests).length} requests`,
    `${cells.load(unconfirmedPegouts).length} unconfirmed`,
    `${cells.load(unsignedPegouts).length} unsigned`,
    cells.load(oldFederation) === undefined ? 'one federation' : 'two federations',
    `creation ${cells.load(nextCreationHeight) ?? 'none'}`,
    ...validation.map((part) =>
      part instanceof Uint8Array ? toHexDigits(part) : (part?.creationBlock ?? '-'),
    ),
  ].join(', ')
}

/** Identifies the work: the queues and the coins of the federations change with it. */
function contentOf({ cells }: BridgeContext): string {
  const lists = [
    releaseQueue.encode(cells.load(releaseRequests)),
    pegoutQueue.encode(cells.load(unconfirmedPegouts)),
    unsignedPegoutList.encode(cells.load(unsignedPegouts)),
    utxoList.encode(cells.load(newFederationUtxos)),
    utxoList.encode(cells.load(oldFederationUtxos)),
    unsignedBytes(cells.load(oldFederation)?.creationBlock ?? 0),
    unsignedBytes(cells.load(nextCreationHeight) ?? 0),
  ]
  return toHexDigits(keccak256(concatBytes(...lists)))
}

/** Runs the method on the copy of the state; false if it fails. */
function succeeds(context: BridgeContext): boolean {
  const caller = memberAccount(liveFederations(context).active.members[0]!)
  const call = { kind: 'transaction', caller, value: 0n, depth: 0, isStatic: false, emit: () => {} } as const
  try {
    updateCollections({ ...context, call })
    return true
  } catch (error) {
    if (error instanceof PrecompileFailure || error instanceof DecodeError) return false
    throw error
  }
}
