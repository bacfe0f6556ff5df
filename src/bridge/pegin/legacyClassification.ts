import { decodeAddress } from '../../bitcoin/scripts/address.ts'
import { paidScriptHash, payToScript, payToWitnessScript } from '../../bitcoin/scripts/outputScripts.ts'
import { ScriptError } from '../../bitcoin/scripts/scriptChunks.ts'
import type { BitcoinTransaction, TransactionInput } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { spendsScriptHash } from '../../bitcoin/transactions/scriptRunner.ts'
import { equalBytes, includesBytes } from '../../primitives/bytes.ts'
import { lastRetiredScript } from '../cells/federations.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { liveFederations } from '../context/currentFederations.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { standardRedeemScript } from '../federation/recogniseRedeemScript.ts'
import { defaultPaymentScript, defaultRedeemScript, scriptHash } from '../federation/redeemScript.ts'
import { redeemScriptOf } from '../federation/spending.ts'
import { totalOf } from '../wallet/wallet.ts'
import { coinsPaidTo, minimumPegin } from './coins.ts'

/** The meaning of a Bitcoin transaction for the Bridge. */
export type TransactionKind =
  | 'peg-in'
  /** A peg-out, or a migration from one federation to the next. */
  | 'federation-payment'
  /** RSKIP419: the two transactions that validate a proposed federation. */
  | 'validation-fund'
  | 'validation-spend'
  | 'unknown'

/*
 * Until RSKIP379 the Bridge recognises its own transactions by the scripts that they spend, those of its present and
 * past federations. This still applies to transactions in earlier Bitcoin blocks.
 */

export function classifyByScripts(context: BridgeContext, transaction: BitcoinTransaction): TransactionKind {
  const { active, retiring } = liveFederations(context)
  const live = retiring ? [active, retiring] : [active]
  const retired = context.rules.rskip186 ? context.cells.load(lastRetiredScript) : undefined
  if (context.rules.rskip199 && spendsFirstFederation(context, transaction)) return 'federation-payment'
  if (isPegin(context, transaction, live, retired)) return 'peg-in'
  if (isMigration(context, transaction, active, retiring, retired)) return 'federation-payment'
  const spendsLive = spendsOneOf(
    context,
    transaction,
    live.map((federation) => defaultPaymentScript(federation, context)),
  )
  return spendsLive ? 'federation-payment' : 'unknown'
}

/** RSKIP199: the address of the federation before the first one that the Bridge knows. */
function spendsFirstFederation({ constants }: BridgeContext, transaction: BitcoinTransaction): boolean {
  const { hash } = decodeAddress(constants.firstFederationAddress, constants.bitcoin)!
  return spendsHash(transaction, hash)
}

const spendsHash = (transaction: BitcoinTransaction, hash: Uint8Array): boolean =>
  transaction.inputs.some((_, index) => spendsScriptHash(transaction, index, hash))

/** Whether the transaction pays enough and does not spend from a federation. */
function isPegin(
  context: BridgeContext,
  transaction: BitcoinTransaction,
  federations: readonly PegFederation[],
  retired: Uint8Array | undefined,
): boolean {
  const hashes = federations.map((federation) => scriptHash(federation, context))
  const retiredHash = retired && paidScriptHash(retired)
  const forbidden = retiredHash ? [...hashes, retiredHash] : hashes
  if (forbidden.some((hash) => spendsHash(transaction, hash))) return false
  if (context.rules.rskip201 && transaction.inputs.some(isOfFederation(context, federations, retired)))
    return false
  return paysEnough(context, transaction, hashes)
}

/** RSKIP201: the federation's own script may be combined with emergency keys or the hash of a fast peg-in. */
const isOfFederation =
  (context: BridgeContext, federations: readonly PegFederation[], retired: Uint8Array | undefined) =>
  (input: TransactionInput): boolean => {
    const shown = redeemScriptOf(input)
    if (!shown) return false
    const isFederationScript = unlessScriptError(() => {
      const script = standardRedeemScript(shown)
      const belongsTo = (federation: PegFederation) =>
        equalBytes(defaultRedeemScript(federation, context), script)
      return (
        federations.some(belongsTo) || (retired !== undefined && equalBytes(payToScript(script), retired))
      )
    })
    return isFederationScript ?? false
  }

/** RSKIP293: every output must reach the minimum, which is true without outputs. Before, their sum had to. */
function paysEnough(
  context: BridgeContext,
  transaction: BitcoinTransaction,
  hashes: readonly Uint8Array[],
): boolean {
  const minimum = minimumPegin(context)
  const coins = hashes.flatMap((hash) => coinsPaidTo(transaction, hash))
  return context.rules.rskip293 ? coins.every(({ value }) => value >= minimum) : totalOf(coins) >= minimum
}

/** Whether a retiring or retired federation pays the active one. */
function isMigration(
  context: BridgeContext,
  transaction: BitcoinTransaction,
  active: PegFederation,
  retiring: PegFederation | undefined,
  retired: Uint8Array | undefined,
): boolean {
  const sources = [retired, retiring && defaultPaymentScript(retiring, context)].filter(
    (script) => script !== undefined,
  )
  return spendsOneOf(context, transaction, sources) && isPegin(context, transaction, [active], undefined)
}

/** Whether an input spends with the script that one of the payments commits to. */
const spendsOneOf = (
  context: BridgeContext,
  transaction: BitcoinTransaction,
  payments: readonly Uint8Array[],
): boolean =>
  payments.length > 0 &&
  transaction.inputs.some((input) => {
    const script = context.rules.rskip201 ? standardScript(input) : redeemScriptOf(input)
    if (!script) return false
    // RSKIP305: the script may also be in the witness.
    const spent = context.rules.rskip305
      ? [payToScript(script), payToWitnessScript(script)]
      : [payToScript(script)]
    return payments.some((payment) => includesBytes(spent, payment))
  })

/** The multisignature in the redeem script of an input; undefined when the script is not recognised. */
function standardScript(input: TransactionInput): Uint8Array | undefined {
  const script = redeemScriptOf(input)
  return script && unlessScriptError(() => standardRedeemScript(script))
}

/** Undefined when `read` rejects the script. */
function unlessScriptError<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ScriptError) return undefined
    throw error
  }
}
