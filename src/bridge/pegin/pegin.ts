import { addressText, type BitcoinAddress, scriptOfAddress } from '../../bitcoin/scripts/address.ts'
import { paidHash } from '../../bitcoin/scripts/outputScripts.ts'
import { type BitcoinTransaction, transactionIdOf } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import type { Address } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { weiPerSatoshi } from '../constants/bridgeConstants.ts'
import { type BridgeCall, rootstockTransactionHash, transferFromBridge } from '../context/bridgeContext.ts'
import { liveFederations } from '../context/currentFederations.ts'
import { lockBtc, peginBtc, rejectedPegin, unrefundablePegin } from '../events/peginEvents.ts'
import { isSegwit } from '../federation/pegFederation.ts'
import { redeemScript, scriptHash } from '../federation/redeemScript.ts'
import { currentFeePerKb } from '../governance/feePerKb.ts'
import { emptyWallet } from '../wallet/buildTransaction.ts'
import { addUnconfirmed, announce, type Purpose, transactionVersion } from '../wallet/pegoutTransaction.ts'
import { scriptWallet, totalOf, type Wallet } from '../wallet/wallet.ts'
import type { PeginCoins } from './coins.ts'
import { type PeginInstructions, peginInstructions } from './instructions.ts'
import { type PeginSender, peginSender } from './sender.ts'
import { registerCoins } from './utxos.ts'

/** A transaction that pays to the federation. */
export interface PeginPayment {
  readonly transaction: BitcoinTransaction
  readonly id: Uint8Array
  readonly coins: PeginCoins
  readonly amount: Satoshis
}

/** A payment with its sender and instructions. */
export interface Pegin extends PeginPayment {
  readonly sender: PeginSender | undefined
  readonly instructions: PeginInstructions | 'malformed' | undefined
}

export const rejection = {
  capSurpassed: 1n,
  multisigSender: 2n,
  undeterminedSender: 3n,
  malformedInstructions: 4n,
  invalidAmount: 5n,
} as const

export const unrefundable = {
  undeterminedSender: 1n,
  noRefundAddress: 2n,
  invalidAmount: 3n,
  differentFederations: 4n,
} as const

export const peginPayment = (transaction: BitcoinTransaction, coins: PeginCoins): PeginPayment => ({
  transaction,
  id: transactionIdOf(transaction),
  coins,
  amount: totalOf(coins.all),
})

/** Throws `DecodeError` for some malformed inputs and outputs. */
export const readPegin = ({ rules }: BridgeCall, payment: PeginPayment): Pegin => ({
  ...payment,
  sender: peginSender(payment.transaction),
  // RSKIP170.
  instructions: rules.rskip170 ? peginInstructions(payment.transaction) : undefined,
})

/** The address for a refund; undefined when neither instructions nor sender give an address. */
export function refundAddressOf({ sender, instructions }: Pegin): BitcoinAddress | undefined {
  const stated = typeof instructions === 'object' ? instructions.refundAddress : undefined
  return stated ?? sender?.address
}

/** Credits the amount on Rootstock and adds the coins to the federation's. */
export function accept(bridge: BridgeCall, pegin: Pegin): void {
  const destination = destinationOf(pegin)
  transferFromBridge(bridge, destination, pegin.amount * weiPerSatoshi)
  emitAccepted(bridge, pegin, destination)
  registerCoins(bridge, pegin.transaction, pegin.coins)
}

function destinationOf({ sender, instructions }: Pegin): Address {
  if (typeof instructions === 'object') return instructions.destination
  if (sender && 'account' in sender) return sender.account
  throw new DecodeError('peg-in', 'has no destination')
}

function emitAccepted({ rules, call, constants }: BridgeCall, pegin: Pegin, destination: Address): void {
  const { id, amount, sender, instructions } = pegin
  if (rules.rskip170) {
    peginBtc.emit(call.emit, [destination, id], [amount, instructions === undefined ? 0n : 1n])
  } else if (rules.rskip146 && sender) {
    lockBtc.emit(call.emit, [destination], [id, addressText(sender.address, constants.bitcoin), amount])
  }
}

/** RSKIP181. */
export function emitRejected({ rules, call }: BridgeCall, { id }: PeginPayment, reason: bigint): void {
  if (rules.rskip181) rejectedPegin.emit(call.emit, [id], [reason])
}

/** RSKIP181. */
export function emitUnrefundable({ rules, call }: BridgeCall, { id }: PeginPayment, reason: bigint): void {
  if (rules.rskip181) unrefundablePegin.emit(call.emit, [id], [reason])
}

/** Sends the coins back. */
export function refundPegin(bridge: BridgeCall, pegin: Pegin, to: BitcoinAddress): void {
  const purpose = { transactionHash: rootstockTransactionHash(bridge), amount: pegin.amount }
  refund(bridge, peginWallet(bridge, pegin), to, purpose)
}

/** All coins of the peg-in. The first federation that is paid decides whether they are spent with a witness. */
function peginWallet(bridge: BridgeCall, { coins }: Pegin): Wallet {
  const { active, retiring } = liveFederations(bridge)
  const paid = coins.active.length > 0 ? active : coins.retiring.length > 0 ? retiring : undefined
  if (!paid) throw new DecodeError('peg-in', 'does not pay to a federation')
  const live = retiring ? [active, retiring] : [active]
  const scripts = live.map((federation) => ({
    hash: scriptHash(federation, bridge),
    redeemScript: redeemScript(federation, bridge),
  }))
  return scriptWallet(scripts, coins.all, isSegwit(paid))
}

/** Whether federations of two formats are paid. Throws `DecodeError` for outputs without a key or script hash. */
export function paysDifferentFederations(bridge: BridgeCall, { transaction, coins }: Pegin): boolean {
  for (const { script } of transaction.outputs) paidHash(script)
  const { active, retiring } = liveFederations(bridge)
  return coins.active.length > 0 && coins.retiring.length > 0 && active.format !== retiring?.format
}

/**
 * Sends the coins of a peg-in back. They were never in the federation's list of coins, so the list stays as it is and
 * the transaction is not added to the index of peg-outs. Has no effect when the fee would use up the coins.
 */
export function refund(bridge: BridgeCall, wallet: Wallet, to: BitcoinAddress, purpose: Purpose): void {
  const built = emptyWallet(wallet, {
    version: transactionVersion(bridge.rules),
    script: scriptOfAddress(to),
    feePerKb: currentFeePerKb(bridge),
  })
  if (typeof built === 'string') return
  addUnconfirmed(bridge, built.transaction, purpose)
  announce(bridge, built, purpose)
}
