import { PrecompileFailure } from '../../../evm/precompiles/precompile.ts'
import type { BridgeCall } from '../bridgeWorld.ts'
import { activeCreationHeight, nextCreationHeight, proposedFederation } from '../cells/federations.ts'
import { nextPegoutHeight, unconfirmedPegouts, unsignedPegouts } from '../cells/pegouts.ts'
import { releaseRequests } from '../cells/releaseQueue.ts'
import type { Utxo } from '../cells/utxos.ts'
import type { Satoshis } from '../constants/bridgeConstants.ts'
import { emitLegacyEvent } from '../events/legacyEvent.ts'
import { updateCollectionsEvent } from '../events/pegoutEvents.ts'
import { activationAge, liveFederations } from '../federation/federations.ts'
import { hasMember } from '../federation/pegFederation.ts'
import { currentFeePerKb } from '../governance/feePerKb.ts'
import { NotImplementedByThisVersion } from '../notImplemented.ts'

/** What the Bridge does when time has passed. A member of the federation has to remind it. */
export function updateCollections(bridge: BridgeCall): void {
  const { active, retiring } = liveFederations(bridge)
  if (!hasMember(active, bridge.call.caller) && !(retiring && hasMember(retiring, bridge.call.caller))) {
    throw new PrecompileFailure('the caller is not a member of the federation')
  }
  emitUpdate(bridge)
  if (retiring) throw new NotImplementedByThisVersion('updateCollections with funds to migrate')
  processRequests(bridge)
  processConfirmed(bridge)
  promoteCreationHeight(bridge)
  if (bridge.rules.rskip419 && bridge.cells.load(proposedFederation)) {
    throw new NotImplementedByThisVersion('updateCollections with a proposed federation')
  }
}

function emitUpdate({ rules, call }: BridgeCall): void {
  if (rules.rskip146) updateCollectionsEvent.emit(call.emit, [], [call.caller])
  else emitLegacyEvent(call.emit, 'update_collections_topic', call.caller)
}

/** Makes a Bitcoin transaction for the requests in the queue. */
function processRequests(bridge: BridgeCall): void {
  const { cells, rules } = bridge
  const utxos = cells.load(liveFederations(bridge).activeUtxos)
  const requests = cells.load(releaseRequests)
  cells.load(unconfirmedPegouts)
  currentFeePerKb(bridge)
  if (rules.rskip271) processBatch(bridge, utxos, totalOf(requests.map(({ amount }) => amount)))
  else if (requests.length > 0) throw new NotImplementedByThisVersion('updateCollections with requests')
}

/** RSKIP271: all requests together, every so many blocks, when the federation has enough bitcoins for them. */
function processBatch(
  { cells, context, constants }: BridgeCall,
  utxos: readonly Utxo[],
  total: Satoshis,
): void {
  const { number } = context.block
  if (number < cells.load(nextPegoutHeight)) return
  if (spendable(utxos) < total) return
  if (cells.load(releaseRequests).length > 0) {
    throw new NotImplementedByThisVersion('updateCollections with requests')
  }
  cells.set(nextPegoutHeight, number + constants.blocksBetweenPegouts)
}

const spendable = (utxos: readonly Utxo[]): Satoshis =>
  totalOf(utxos.filter(({ isCoinbase }) => !isCoinbase).map(({ value }) => value))

const totalOf = (amounts: readonly Satoshis[]): Satoshis => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Hands a peg-out that is deep enough over to the signers. */
function processConfirmed({ cells }: BridgeCall): void {
  const waiting = cells.load(unconfirmedPegouts)
  cells.load(unsignedPegouts)
  if (waiting.length > 0) throw new NotImplementedByThisVersion('updateCollections with peg-outs')
}

/** RSKIP186. */
function promoteCreationHeight({ cells, rules, constants, context }: BridgeCall): void {
  if (!rules.rskip186) return
  const next = cells.load(nextCreationHeight)
  if (next === undefined || context.block.number < next + activationAge(constants, rules)) return
  cells.set(activeCreationHeight, next)
  cells.set(nextCreationHeight, undefined)
}
