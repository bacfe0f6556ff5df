import { rulesAt } from '../../../protocol/networks/rules.ts'
import { NamespaceTransaction } from '../../../protocol/transactions/namespaceTransaction.ts'
import type { Transaction, TransactionSignature } from '../../../protocol/transactions/transaction.ts'
import { Type1Transaction } from '../../../protocol/transactions/type1.ts'
import { Type2Transaction } from '../../../protocol/transactions/type2.ts'
import { Type4Transaction } from '../../../protocol/transactions/type4.ts'
import type { UnsignedFields } from '../../../wallet/wallet.ts'
import { tipAboveFee, typedTransaction as typedTransactionRefused } from '../../errors/errors.ts'
import type { LookupContext } from '../../method/rpcContext.ts'
import type { CallObject } from '../../params/callObject.ts'
import { type TypedMembers, typedMembersOf } from '../../params/typedMembers.ts'
import { minimumGasPrice, recommendedGasPrice } from './gasPrice.ts'

/** The members that make a transaction typed, completed by the node. */
type TypedParts =
  | (Pick<TypedMembers, 'type' | 'accessList' | 'authorizations'> & { readonly maximumFee: bigint })
  /** The subtype in Rootstock's namespace. */
  | { readonly namespace: number }

/** What a transaction pays for gas, and what makes it typed. */
export interface OfferedPrice {
  /** Of type 2 the priority fee, which is what its sender pays (RSKIP546). */
  readonly gasPrice: bigint
  /** Undefined for a legacy transaction. */
  readonly typed: TypedParts | undefined
}

/**
 * The given price, or the minimum. Members of typed transactions are read on a development chain whose next block may
 * hold one; elsewhere they are ignored, as in the reference node.
 */
export function offeredPrice(
  call: CallObject,
  { node, settings }: Pick<LookupContext, 'node' | 'settings'>,
): OfferedPrice {
  const { network, chain } = node
  const { rskip545, rskip546 } = rulesAt(network, chain.head.number + 1)
  const typed = settings.development !== undefined && rskip546 ? typedMembersOf(call) : undefined
  if (typed?.type === 4 && !rskip545) throw typedTransactionRefused(4)
  if (typed === undefined || typed.type === 1) {
    const gasPrice = call.gasPrice ?? minimumGasPrice(node)
    return { gasPrice, typed: typed && { ...typed, maximumFee: gasPrice } }
  }
  const { maximumFee = typed.maximumPriorityFee ?? recommendedGasPrice(node) } = typed
  const recommended = recommendedGasPrice(node)
  const gasPrice = typed.maximumPriorityFee ?? (recommended < maximumFee ? recommended : maximumFee)
  if (gasPrice > maximumFee) throw tipAboveFee(gasPrice, maximumFee)
  return { gasPrice, typed: { ...typed, maximumFee } }
}

/** The transaction of these fields and parts with a signature. */
export function typedTransaction(
  fields: UnsignedFields,
  parts: TypedParts,
  signature: TransactionSignature | null,
): Transaction {
  const whole = { ...fields, signature }
  if ('namespace' in parts) return new NamespaceTransaction(whole, Uint8Array.of(2, parts.namespace))
  const { type, accessList, authorizations, maximumFee } = parts
  if (type === 1) return new Type1Transaction(whole, accessList)
  const { gasPrice } = fields
  // A maximum of zero means a priority fee of zero, and has its form.
  const fees = { maximumFee: maximumFee === 0n ? gasPrice : maximumFee, maximumPriorityFee: gasPrice }
  return type === 2
    ? new Type2Transaction(whole, accessList, fees)
    : new Type4Transaction(whole, accessList, fees, authorizations)
}
