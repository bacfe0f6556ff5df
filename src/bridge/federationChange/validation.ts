import {
  type BitcoinTransaction,
  decodeTransaction,
  encodeTransaction,
  type TransactionOutput,
  transactionIdOf,
  unsignedInput,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { proposedFederation } from '../cells/federations.ts'
import type { Utxo } from '../cells/utxos.ts'
import {
  fundTransactionId,
  signedFundTransaction,
  spendTransactionId,
  spendWaitingForSignatures,
} from '../cells/validation.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'
import { activeFederation, liveFederations } from '../context/currentFederations.ts'
import { commitFederationFailed } from '../events/federationEvents.ts'
import { isSegwit, type PegFederation } from '../federation/pegFederation.ts'
import {
  flyoverPaymentScript,
  flyoverRedeemScript,
  paymentScript,
  redeemScript,
} from '../federation/redeemScript.ts'
import { emptySpending } from '../federation/spending.ts'
import { currentFeePerKb } from '../governance/feePerKb.ts'
import { buildPayment } from '../wallet/buildTransaction.ts'
import type { BuiltTransaction } from '../wallet/draft.ts'
import { pegoutSize } from '../wallet/pegoutSize.ts'
import { announce, settle, transactionVersion } from '../wallet/pegoutTransaction.ts'
import { federationWallet, totalOf } from '../wallet/wallet.ts'
import { handOver } from './commit.ts'

/*
 * RSKIP419: a proposed federation must prove that it can spend before it receives the bitcoins. The active federation
 * pays it at its own address and at the address of a fast peg-in; the proposed federation pays both back.
 */

/** The terms of that fast peg-in: the number 1. */
const flyoverTerms = Uint8Array.from({ length: 32 }, (_, index) => (index === 31 ? 1 : 0))

/** The proposed federation, until its time for validation ends. */
export function ongoingValidation(context: BridgeContext): PegFederation | undefined {
  const proposed = context.rules.rskip419 ? context.cells.load(proposedFederation) : undefined
  return proposed && isInTime(context, proposed) ? proposed : undefined
}

const isInTime = ({ native, constants }: BridgeContext, { creationBlock }: PegFederation): boolean =>
  native.block.number < creationBlock + constants.validationBlocks

/** Takes the next step of the validation of a proposed federation. */
export function advanceValidation(bridge: BridgeCall): void {
  const { cells } = bridge
  const proposed = cells.load(proposedFederation)
  if (!proposed) return
  if (!isInTime(bridge, proposed)) {
    giveUp(bridge, proposed)
    return
  }
  const signedFund = cells.load(signedFundTransaction)
  if (signedFund) spend(bridge, proposed, decodeTransaction(signedFund))
  else if (!cells.load(fundTransactionId) && !cells.load(spendTransactionId)) fund(bridge, proposed)
}

function giveUp(bridge: BridgeCall, proposed: PegFederation): void {
  const { call, native, cells } = bridge
  const script = redeemScript(proposed, bridge)
  commitFederationFailed.emit(call.emit, [], [script, BigInt(native.block.number)])
  cells.set(proposedFederation, undefined)
  cells.set(fundTransactionId, undefined)
  cells.set(signedFundTransaction, undefined)
  cells.set(spendTransactionId, undefined)
  cells.set(spendWaitingForSignatures, undefined)
}

const outputValue = ({ constants }: BridgeContext): Satoshis => 2n * constants.minimumPegout.rskip219

function fund(bridge: BridgeCall, proposed: PegFederation): void {
  const { cells, rules, native } = bridge
  const { active, activeUtxos } = liveFederations(bridge)
  const value = outputValue(bridge)
  const built = buildPayment(federationWallet(bridge, active, cells.load(activeUtxos)), {
    version: transactionVersion(rules),
    outputs: [
      { value, script: paymentScript(proposed, bridge) },
      { value, script: flyoverPaymentScript(proposed, flyoverTerms, bridge) },
    ],
    changeScript: paymentScript(active, bridge),
    recipientsPay: false,
    feePerKb: currentFeePerKb(bridge),
  })
  if (typeof built === 'string') return
  cells.set(fundTransactionId, transactionIdOf(built.transaction))
  settle(bridge, built, activeUtxos, { transactionHash: native.transaction.hash, amount: 2n * value })
}

function spend(bridge: BridgeCall, proposed: PegFederation, fundTransaction: BitcoinTransaction): void {
  const { cells, native } = bridge
  const built = spendOf(bridge, proposed, fundTransaction)
  if (!built) return
  const { transaction } = built
  const { hash } = native.transaction
  cells.set(spendTransactionId, transactionIdOf(transaction))
  cells.set(spendWaitingForSignatures, { transactionHash: hash, transaction: encodeTransaction(transaction) })
  cells.set(signedFundTransaction, undefined)
  announce(bridge, built, { transactionHash: hash, amount: totalOf(transaction.outputs) })
}

/** Spends both funded outputs to the active federation; undefined when one of them is missing. */
function spendOf(
  bridge: BridgeCall,
  proposed: PegFederation,
  fundTransaction: BitcoinTransaction,
): BuiltTransaction | undefined {
  const script = redeemScript(proposed, bridge)
  const plain = coinFor(fundTransaction, paymentScript(proposed, bridge))
  const flyover = coinFor(fundTransaction, flyoverPaymentScript(proposed, flyoverTerms, bridge))
  if (!plain || !flyover) return undefined
  const coins = [plain, flyover]
  const usesWitness = isSegwit(proposed)
  const inputs = [
    emptySpending(unsignedInput(plain), script, usesWitness),
    emptySpending(unsignedInput(flyover), flyoverRedeemScript(flyoverTerms, script), usesWitness),
  ]
  const output: TransactionOutput = {
    value: totalOf(coins) - spendFee(bridge, proposed),
    script: paymentScript(activeFederation(bridge), bridge),
  }
  const transaction = { version: 2, inputs, outputs: [output], lockTime: 0 }
  return { transaction, coins }
}

/** A fifth more than the estimate, because the script of the fast peg-in is longer. */
function spendFee(bridge: BridgeCall, proposed: PegFederation): Satoshis {
  const size = Math.floor((pegoutSize(proposed, { inputs: 2, outputs: 1 }, bridge) * 12) / 10)
  return (currentFeePerKb(bridge) * BigInt(size)) / 1000n
}

/** The first output with the script. */
function coinFor(transaction: BitcoinTransaction, script: Uint8Array): Utxo | undefined {
  const outputIndex = transaction.outputs.findIndex((output) => equalBytes(output.script, script))
  const output = transaction.outputs[outputIndex]
  return output && { ...output, transactionId: transactionIdOf(transaction), outputIndex, isCoinbase: false }
}

/** Makes the proposed federation the new one, when the spending transaction is in a Bitcoin block. */
export function completeValidation(bridge: BridgeCall): void {
  const proposed = bridge.cells.load(proposedFederation)
  if (!proposed) return
  handOver(bridge, proposed)
  bridge.cells.set(proposedFederation, undefined)
}
