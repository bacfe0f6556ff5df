import { paidHash, paidScriptHash } from '../../bitcoin/scripts/outputScripts.ts'
import {
  type BitcoinTransaction,
  bitcoinId,
  transactionIdOf,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { decodeValidTransaction, type Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { ClaimedTransaction } from '../bitcoinChain/proof.ts'
import { isProved } from '../bitcoinChain/proof.ts'
import { flyoverFederation, flyoverUse } from '../cells/pegin.ts'
import { oldFederationUtxos, type Utxo } from '../cells/utxos.ts'
import { weiPerSatoshi } from '../constants/bridgeConstants.ts'
import { type BridgeCall, isContractCall, transferFromBridge } from '../context/bridgeContext.ts'
import { liveFederations } from '../context/currentFederations.ts'
import { isSegwit, type PegFederation } from '../federation/pegFederation.ts'
import {
  flyoverPaymentScript,
  flyoverRedeemScript,
  redeemScript,
  scriptHash,
} from '../federation/redeemScript.ts'
import { isWithinLockingCap } from '../governance/lockingCap.ts'
import { scriptWallet, totalOf } from '../wallet/wallet.ts'
import { coinsPaidTo, minimumPegin } from './coins.ts'
import { type FlyoverAgreement, type FlyoverTerms, readTerms } from './flyoverTerms.ts'
import { refund } from './pegin.ts'
import { addCoins } from './utxos.ts'

export interface FlyoverClaim extends Omit<ClaimedTransaction, 'id'> {
  /** Whether the contract is to be paid; a refund then goes to the provider instead of the user. */
  readonly paysContract: boolean
}

const outcome = {
  refundedToUser: -100n,
  refundedToProvider: -200n,
  notAContract: -300n,
  wrongContract: -301n,
  used: -302n,
  notProved: -303n,
  noAmount: -304n,
  belowMinimum: -305n,
  failed: -900n,
} as const

/** A failure becomes a result code, so the values loaded so far are saved. */
export function registerFlyover(bridge: BridgeCall, claim: FlyoverClaim, terms: FlyoverTerms): bigint {
  try {
    return register(bridge, claim, terms)
  } catch (error) {
    if (error instanceof PrecompileFailure || error instanceof DecodeError) return outcome.failed
    throw error
  }
}

function register(bridge: BridgeCall, claim: FlyoverClaim, terms: FlyoverTerms): bigint {
  const agreement = readTerms(bridge, terms)
  if (!isContractCall(bridge)) return outcome.notAContract
  if (!equalBytes(bridge.call.caller, terms.contract)) return outcome.wrongContract
  const { derivationHash } = agreement
  const givenId = bitcoinId(claim.bytes)
  if (bridge.cells.load(flyoverUse(givenId, derivationHash))) return outcome.used
  if (!isProved(bridge, { ...claim, id: givenId })) return outcome.notProved

  const transaction = decodeValidTransaction(claim.bytes)
  const use = flyoverUse(transactionIdOf(transaction), derivationHash)
  if (bridge.cells.load(use)) return outcome.used
  const payments = paymentsTo(bridge, transaction, derivationHash)
  const amount = totalOf(payments.flatMap(({ coins }) => coins))
  if (amount === 0n) return outcome.noAmount
  if (bridge.rules.rskip293 && isBelowMinimum(bridge, payments)) return outcome.belowMinimum

  bridge.cells.set(use, new Uint8Array([1]))
  if (isWithinLockingCap(bridge, amount)) return accept(bridge, payments, amount, derivationHash)
  return sendBack(bridge, payments, amount, agreement, claim.paysContract)
}

/** The coins that a federation received at the address of the terms. */
interface FlyoverPayment {
  readonly federation: PegFederation
  readonly addressHash: Uint8Array
  readonly coins: readonly Utxo[]
}

/** RSKIP293 also accepts payments to the retiring federation. The active one comes first. */
function paymentsTo(
  bridge: BridgeCall,
  transaction: BitcoinTransaction,
  derivationHash: Uint8Array,
): readonly FlyoverPayment[] {
  const { active, retiring } = liveFederations(bridge)
  if (!bridge.rules.rskip293) for (const { script } of transaction.outputs) paidHash(script)
  const federations = retiring && bridge.rules.rskip293 ? [active, retiring] : [active]
  return federations.map((federation) => {
    const addressHash = paidScriptHash(flyoverPaymentScript(federation, derivationHash, bridge))!
    return { federation, addressHash, coins: coinsPaidTo(transaction, addressHash) }
  })
}

const isBelowMinimum = (bridge: BridgeCall, payments: readonly FlyoverPayment[]): boolean =>
  payments.some(({ coins }) => coins.some(({ value }) => value < minimumPegin(bridge)))

function accept(
  bridge: BridgeCall,
  [active, retiring]: readonly FlyoverPayment[],
  amount: Satoshis,
  derivationHash: Uint8Array,
): bigint {
  const wei = amount * weiPerSatoshi
  transferFromBridge(bridge, bridge.call.caller, wei)
  remember(bridge, active!, derivationHash)
  addCoins(bridge, liveFederations(bridge).activeUtxos, active!.coins)
  if (retiring && retiring.coins.length > 0) {
    remember(bridge, retiring, derivationHash)
    addCoins(bridge, oldFederationUtxos, retiring.coins)
  }
  return wei
}

/** Stores the terms, without which the coins could not be spent later. */
function remember(
  bridge: BridgeCall,
  { federation, addressHash }: FlyoverPayment,
  derivationHash: Uint8Array,
): void {
  const federationHash = scriptHash(federation, bridge)
  bridge.cells.set(flyoverFederation(addressHash), { derivationHash, federationHash })
}

function sendBack(
  bridge: BridgeCall,
  payments: readonly FlyoverPayment[],
  amount: Satoshis,
  agreement: FlyoverAgreement,
  toProvider: boolean,
): bigint {
  const scripts = payments.map(({ federation, addressHash }) => ({
    hash: addressHash,
    redeemScript: flyoverRedeemScript(agreement.derivationHash, redeemScript(federation, bridge)),
  }))
  const coins = payments.flatMap((payment) => payment.coins).sort((a, b) => a.outputIndex - b.outputIndex)
  const paid = payments.find((payment) => payment.coins.length > 0)!
  const wallet = scriptWallet(scripts, coins, isSegwit(paid.federation))
  const to = toProvider ? agreement.providerAddress : agreement.userRefundAddress
  // The hash of the transaction itself, not that of the contract's internal call.
  refund(bridge, wallet, to, { transactionHash: bridge.native.transaction.hash, amount })
  return toProvider ? outcome.refundedToProvider : outcome.refundedToUser
}
