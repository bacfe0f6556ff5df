import { decodeAddress } from '../../bitcoin/scripts/address.ts'
import { paidScriptHash, payToScript, payToWitnessScript } from '../../bitcoin/scripts/outputScripts.ts'
import { ScriptError } from '../../bitcoin/scripts/scriptChunks.ts'
import { spendsScriptHash } from '../../bitcoin/transactions/scriptRunner.ts'
import type { BitcoinTransaction, TransactionInput } from '../../bitcoin/transactions/transaction.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { lastRetiredScript } from '../cells/federations.ts'
import type { BridgeWorld } from '../context/bridgeContext.ts'
import { liveFederations } from '../context/currentFederations.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { standardRedeemScript } from '../federation/recogniseRedeemScript.ts'
import { defaultPaymentScript, defaultRedeemScript, scriptHash } from '../federation/redeemScript.ts'
import { redeemScriptOf } from '../federation/spending.ts'
import { totalOf } from '../wallet/wallet.ts'
import { coinsPaidTo } from './coins.ts'
import { minimumPegin } from './minimum.ts'
import type { TransactionKind } from './transactionKind.ts'

/*
 * Until RSKIP379 the Bridge knew its own transactions by what they spend: scripts of the federations it has or
 * had. Transactions in Bitcoin blocks from before are still told apart in this way.
 */

export function classifyByScripts(world: BridgeWorld, transaction: BitcoinTransaction): TransactionKind {
  const { active, retiring } = liveFederations(world)
  const live = retiring ? [active, retiring] : [active]
  const retired = world.rules.rskip186 ? world.cells.load(lastRetiredScript) : undefined
  if (world.rules.rskip199 && spendsFirstFederation(world, transaction)) return 'of the federation'
  if (isPegin(world, transaction, live, retired)) return 'peg-in'
  if (isMigration(world, transaction, active, retiring, retired)) return 'of the federation'
  const spendsLive = spendsOneOf(world, transaction, live.map(defaultPaymentScript))
  return spendsLive ? 'of the federation' : 'unknown'
}

/** RSKIP199: a federation from before there was a list of them. */
function spendsFirstFederation({ constants }: BridgeWorld, transaction: BitcoinTransaction): boolean {
  const hash = decodeAddress(constants.firstFederationAddress, constants.bitcoin)!
  return spendsHash(transaction, hash)
}

const spendsHash = (transaction: BitcoinTransaction, hash: Uint8Array): boolean =>
  transaction.inputs.some((_, index) => spendsScriptHash(transaction, index, hash))

/** Whether nobody pays who must not: the federations themselves; and whether they pay enough. */
function isPegin(
  world: BridgeWorld,
  transaction: BitcoinTransaction,
  federations: readonly PegFederation[],
  retired: Uint8Array | undefined,
): boolean {
  const hashes = federations.map((federation) => scriptHash(federation, world))
  const retiredHash = retired && paidScriptHash(retired)
  const forbidden = retiredHash ? [...hashes, retiredHash] : hashes
  if (forbidden.some((hash) => spendsHash(transaction, hash))) return false
  if (world.rules.rskip201 && transaction.inputs.some(isOfFederation(federations, retired))) return false
  return paysEnough(world, transaction, hashes)
}

/** RSKIP201: with emergency keys, or behind the hash of a fast peg-in, the federation's own script is in there. */
const isOfFederation =
  (federations: readonly PegFederation[], retired: Uint8Array | undefined) =>
  (input: TransactionInput): boolean => {
    const script = standardScript(input)
    if (!script) return false
    if (federations.some((federation) => equalBytes(defaultRedeemScript(federation), script))) return true
    return retired !== undefined && equalBytes(payToScript(script), retired)
  }

/** RSKIP293: every output must reach the minimum, which none at all do as well. Before, all together had to. */
function paysEnough(
  world: BridgeWorld,
  transaction: BitcoinTransaction,
  hashes: readonly Uint8Array[],
): boolean {
  const minimum = minimumPegin(world)
  const coins = hashes.flatMap((hash) => coinsPaidTo(transaction, hash))
  return world.rules.rskip293 ? coins.every(({ value }) => value >= minimum) : totalOf(coins) >= minimum
}

/** Whether a federation that goes pays the one that stays. */
function isMigration(
  world: BridgeWorld,
  transaction: BitcoinTransaction,
  active: PegFederation,
  retiring: PegFederation | undefined,
  retired: Uint8Array | undefined,
): boolean {
  const sources = [retired, retiring && defaultPaymentScript(retiring)].filter(
    (script) => script !== undefined,
  )
  return spendsOneOf(world, transaction, sources) && isPegin(world, transaction, [active], undefined)
}

/** Whether an input shows the script that one of the payments commits to. */
const spendsOneOf = (
  world: BridgeWorld,
  transaction: BitcoinTransaction,
  payments: readonly Uint8Array[],
): boolean =>
  payments.length > 0 &&
  transaction.inputs.some((input) => {
    const script = world.rules.rskip201 ? standardScript(input) : redeemScriptOf(input)
    if (!script) return false
    // RSKIP305: or has it in its witness.
    const spent = world.rules.rskip305
      ? [payToScript(script), payToWitnessScript(script)]
      : [payToScript(script)]
    return payments.some((payment) => spent.some((one) => equalBytes(one, payment)))
  })

/** The multisignature in the redeem script of an input. */
function standardScript(input: TransactionInput): Uint8Array | undefined {
  const script = redeemScriptOf(input)
  try {
    return script && standardRedeemScript(script)
  } catch (error) {
    if (error instanceof ScriptError) return undefined
    throw error
  }
}
