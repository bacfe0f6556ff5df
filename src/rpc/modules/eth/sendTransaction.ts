import type { Address } from '../../../primitives/bytes.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { UnsignedTransaction } from '../../../protocol/transactions/localTransaction.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import { estimateNext } from '../../calls/gasEstimate.ts'
import { dataAndInputDiffer, senderIsNull } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { ReadContext } from '../../method/context.ts'
import { defineAction } from '../../method/method.ts'
import type { ActionContext } from '../../method/rpcContext.ts'
import type { ActionNode, LookupNode } from '../../node/lookupNode.ts'
import { type CallObject, callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { acceptsType, feesOf, knowsTypes } from '../../params/typedMembers.ts'
import { receiptSchema } from '../../shapes/receiptShape.ts'
import { waitParameter } from '../../submission/receiptWait.ts'
import { expectWallet, submit, unsignedTransaction } from '../../submission/submission.ts'
import { declaredType } from './declaredType.ts'
import { minedReceipt } from './sendRawTransaction.ts'
import { type OfferedPrice, offeredPrice, typedTransaction } from './typedTransaction.ts'

/** A transaction object with the values that the node adds. */
type CompletedCall = CallObject & Pick<OfferedPrice, 'typed'>

/** On a development chain, a transaction without gas or price gets the estimate and the minimum price. */
export function completed(call: CallObject, context: ActionContext): CompletedCall {
  const { node, ownChain } = context
  if (ownChain === undefined) {
    const declared = knowsTypes(node.network) ? declaredType(call, node) : undefined
    return { ...call, typed: undefined, ...declared }
  }
  if (call.hasTwoData) throw dataAndInputDiffer()
  return withGas({ ...call, ...offeredPrice(replacing(call, node), context) }, ownChain(context))
}

/**
 * A transaction that names a maximum fee alone and has the nonce of a waiting one offers what replaces that one, if the maximum
 * allows it.
 */
function replacing(call: CallObject, { pool, network }: LookupNode): CallObject {
  const { from, nonce, members } = call
  if (from === undefined || nonce === undefined || !acceptsType(network, 2)) return call
  const { maximumFee, maximumPriorityFee } = feesOf(call)
  if (maximumFee === undefined || maximumPriorityFee !== undefined) return call
  const least = pool.replacementPrice(from, nonce)
  if (least === undefined || least > maximumFee) return call
  return { ...call, members: { ...members, maxPriorityFeePerGas: toQuantity(least) } }
}

/** A transaction without gas gets the estimate. */
function withGas(call: CompletedCall, context: ReadContext): CompletedCall {
  if ((call.gas ?? call.gasLimit) !== undefined) return call
  return { ...call, gas: BigInt(estimateNext(call, context)) }
}

/** A transaction that names its sender instead of proving it. It is legacy, whatever its members are. */
export const impersonated = (call: CompletedCall, sender: Address, node: ActionNode): Transaction =>
  new UnsignedTransaction(unsignedTransaction(call, sender, node), sender)

/** A transaction with the signature of an account of the wallet. */
export function signedCall(call: CompletedCall, sender: Address, node: ActionNode): Transaction {
  const wallet = expectWallet(node)
  const fields = unsignedTransaction(call, sender, node)
  const { typed } = call
  return typed === undefined
    ? wallet.signTransaction(sender, fields)
    : wallet.signTyped(sender, (signature) => typedTransaction(fields, typed, signature))
}

/** Submits a transaction that an account of the wallet signs, or that an impersonated account sends; returns its hash. */
export const sendCall = (call: CallObject, context: ActionContext): string =>
  submit(sentTransaction(call, context), context)

/** The transaction that `sendCall` submits. */
function sentTransaction(call: CallObject, context: ActionContext): Transaction {
  const { node, settings } = context
  const wallet = expectWallet(node)
  // On a development chain the first account sends, as on Anvil.
  const from = call.from ?? (settings.development && wallet.accounts[0])
  if (from === undefined) throw senderIsNull()
  const whole = completed({ ...call, from }, context)
  // An account of the wallet signs even if it is impersonated.
  const isImpersonated = !wallet.has(from) && node.development?.impersonation.covers(from) === true
  if (isImpersonated) return impersonated(whole, from, node)
  return signedCall(whole, from, node)
}

export const ethSendTransaction = defineAction({
  name: 'eth_sendTransaction',
  summary: 'Signs a transaction with an unlocked account of the wallet, submits it and answers its hash.',
  params: [required('transaction', callObject)],
  result: schema.hash,
  cost: 10,
  effect: 'submits-unsigned',
  bound: 'transaction',
  access: 'everyone',
  handler: ([call], context) => sendCall(call, context),
})

export const ethSendTransactionSync = defineAction({
  name: 'eth_sendTransactionSync',
  summary:
    'Signs and submits a transaction as eth_sendTransaction does, and answers its receipt as soon as a block holds it; after the given milliseconds, 15 seconds by default, an error with the hash.',
  params: [required('transaction', callObject), waitParameter],
  result: receiptSchema,
  cost: 15,
  effect: 'submits-unsigned',
  bound: 'transaction',
  access: 'everyone',
  isLong: true,
  handler([call, timeoutMs], context) {
    const transaction = sentTransaction(call, context)
    submit(transaction, context)
    return minedReceipt(transaction, timeoutMs, context)
  },
})
