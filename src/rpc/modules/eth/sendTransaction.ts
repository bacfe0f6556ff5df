import type { Address } from '../../../primitives/bytes.ts'
import { UnsignedTransaction } from '../../../protocol/transactions/localTransaction.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import { estimateNext } from '../../calls/gasEstimate.ts'
import { refuseTwoData } from '../../calls/simulation.ts'
import { senderIsNull } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { RpcContext } from '../../method/context.ts'
import { defineMethod } from '../../method/method.ts'
import type { RpcNode } from '../../node/rpcNode.ts'
import { type CallObject, callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { expectWallet, submit, unsignedTransaction } from '../../submission/submission.ts'
import { minimumGasPrice } from './gasPrice.ts'

/** On a development chain, a transaction without gas or price gets the estimate and the least price. */
export function completed(call: CallObject, context: RpcContext): CallObject {
  const { node, settings } = context
  if (settings.development === undefined) return call
  refuseTwoData(call, settings)
  const priced = { ...call, gasPrice: call.gasPrice ?? minimumGasPrice(node) }
  if ((call.gas ?? call.gasLimit) !== undefined) return priced
  return { ...priced, gas: BigInt(estimateNext(priced, context)) }
}

/** A transaction that names its sender instead of proving it. */
export const impersonated = (call: CallObject, sender: Address, node: RpcNode): Transaction =>
  new UnsignedTransaction(unsignedTransaction(call, sender, node), sender)

/** Submits a transaction that an account of the wallet signs, or that an impersonated account sends; returns its hash. */
export const sendCall = (call: CallObject, context: RpcContext): string =>
  submit(sentTransaction(call, context), context)

/** The transaction that `sendCall` submits. */
export function sentTransaction(call: CallObject, context: RpcContext): Transaction {
  const { node } = context
  const wallet = expectWallet(node)
  if (call.from === undefined) throw senderIsNull()
  const whole = completed(call, context)
  // An account of the wallet signs, so that its transactions are Rootstock's.
  const isImpersonated = !wallet.has(call.from) && node.development?.impersonation.covers(call.from) === true
  if (isImpersonated) return impersonated(whole, call.from, node)
  return wallet.signTransaction(call.from, unsignedTransaction(whole, call.from, node))
}

export const ethSendTransaction = defineMethod({
  name: 'eth_sendTransaction',
  summary: 'Signs a transaction with an unlocked account of the wallet, submits it and answers its hash.',
  params: [required('transaction', callObject)],
  result: schema.hash,
  cost: 10,
  effect: 'submits-unsigned',
  access: 'everyone',
  handler: ([call], context) => sendCall(call, context),
})
