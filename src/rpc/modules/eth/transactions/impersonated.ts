import type { Address } from '../../../../primitives/bytes.ts'
import { UnsignedTransaction } from '../../../../protocol/transactions/localTransaction.ts'
import type { Transaction } from '../../../../protocol/transactions/transaction.ts'
import type { RpcNode } from '../../../node/rpcNode.ts'
import type { CallObject } from '../../../params/callObject.ts'
import { unsignedTransaction } from '../../../submission/submission.ts'

/** A transaction that names its sender instead of proving it. */
export const impersonated = (call: CallObject, sender: Address, node: RpcNode): Transaction =>
  new UnsignedTransaction(unsignedTransaction(call, sender, node), sender)
