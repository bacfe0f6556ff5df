import { releaseRequests, unconfirmedPegouts } from '../../bridge/cells/pegouts.ts'
import {
  fundTransactionId,
  signedFundTransaction,
  spendTransactionId,
} from '../../bridge/cells/validation.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { liveFederations } from '../../bridge/context/currentFederations.ts'
import { totalOf } from '../../bridge/wallet/wallet.ts'
import type { BitcoinBackend } from '../bitcoin/bitcoinBackend.ts'
import type { Federation } from '../federation/federation.ts'
import { federationsOf } from '../federation/federationView.ts'
import { missingConfirmations } from '../federation/registerPayments.ts'

/** Which chain must grow for the peg to continue. */
export interface Awaited {
  readonly bitcoin: boolean
  readonly rootstock: boolean
}

export async function awaitedBlocks(
  context: BridgeContext,
  bitcoin: BitcoinBackend,
  federation: Federation,
): Promise<Awaited> {
  const isUnconfirmed = federation
    .openPayments(context)
    .some((payment) => missingConfirmations(context, payment) > 0)
  return {
    bitcoin: isUnconfirmed || (await bitcoin.waiting()).length > 0,
    rootstock: awaitsRootstock(context),
  }
}

function awaitsRootstock(context: BridgeContext): boolean {
  const { cells } = context
  if (cells.load(unconfirmedPegouts).length > 0 || hasPayableRequests(context)) return true
  const { awaited, retiring, proposed } = federationsOf(context)
  if (awaited !== undefined || retiring !== undefined) return true
  // A validation that waits for Bitcoin needs no Rootstock blocks; one that cannot begin expires at a Rootstock height.
  const steps = [fundTransactionId, signedFundTransaction, spendTransactionId]
  return proposed !== undefined && steps.every((step) => cells.load(step) === undefined)
}

/** Requests beyond the federation's coins wait for change or for peg-ins, not for blocks. */
export function hasPayableRequests(context: BridgeContext): boolean {
  const requests = context.cells.load(releaseRequests)
  if (requests.length === 0) return false
  const wanted = requests.reduce((sum, { amount }) => sum + amount, 0n)
  return wanted <= totalOf(context.cells.load(liveFederations(context).activeUtxos))
}
