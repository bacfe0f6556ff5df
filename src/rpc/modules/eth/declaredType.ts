import { malformedSubmission, tipAboveFee } from '../../errors/errors.ts'
import { isGiven } from '../../json/json.ts'
import type { RpcNode } from '../../node/rpcNode.ts'
import type { CallObject } from '../../params/callObject.ts'
import { amountOf, feesOf, listsOf } from '../../params/typedMembers.ts'
import type { OfferedPrice } from './typedTransaction.ts'

/*
 * The members of typed transactions in `eth_sendTransaction`, outside of development chains: only `type` makes a transaction
 * typed, and the messages are those of the reference node.
 */

const maximumSubtype = 0x7fn
const refuse = malformedSubmission

export function declaredType(call: CallObject, { network }: Pick<RpcNode, 'network'>): Partial<OfferedPrice> {
  const type = amountOf(call, 'type')
  const subtype = amountOf(call, 'rskSubtype')
  if (type === undefined) {
    if (subtype !== undefined) throw refuse('RSK subtype cannot be provided without a transaction type')
    return { typed: undefined }
  }
  const text = `0x${type.toString(16)}`
  if (type === 0n) {
    throw refuse(
      `Invalid transaction type: ${text}; explicit type 0x00 is not allowed, omit the type field for legacy transactions`,
    )
  }
  if (type !== 1n && type !== 2n && type !== 4n) throw refuse(`Invalid transaction type: ${text}`)
  if (subtype !== undefined) return namespaceOf(type, subtype, text)
  expectChain(call, network.chainId)
  const lists = listsOf(call)
  if (type === 1n) return { typed: { type: 1, ...lists, maximumFee: call.gasPrice ?? 0n } }
  const fees = declaredFees(call, type)
  if (type === 2n) return { ...fees.price, typed: { type: 2, ...lists, maximumFee: fees.maximumFee } }
  if (call.to === null) throw refuse('Set-code transaction requires a non-null destination')
  if (lists.authorizations.length === 0)
    throw refuse('Set-code transaction authorization_list must not be empty')
  return { ...fees.price, typed: { type: 4, ...lists, maximumFee: fees.maximumFee } }
}

function namespaceOf(type: bigint, subtype: bigint, text: string): Partial<OfferedPrice> {
  if (type !== 2n)
    throw refuse(`rskSubtype can only be used with type 0x02 (RSK namespace), got type: ${text}`)
  if (subtype > maximumSubtype) throw refuse(`Invalid RSK subtype: 0x${subtype.toString(16)}`)
  return { typed: { namespace: Number(subtype) } }
}

function expectChain({ chainId }: CallObject, expected: number): void {
  if (chainId === undefined || !isGiven(chainId)) throw refuse('Typed transaction requires chainId')
  if (chainId.value === BigInt(expected)) return
  throw refuse(`Invalid chainId: ${chainId.value > 255n ? chainId.text : chainId.value}`)
}

function declaredFees(call: CallObject, type: bigint) {
  const { maximumPriorityFee: gasPrice, maximumFee } = feesOf(call)
  if (gasPrice === undefined) throw refuse(`Type ${type} transaction requires maxPriorityFeePerGas`)
  if (maximumFee === undefined) throw refuse(`Type ${type} transaction requires maxFeePerGas`)
  if (gasPrice > maximumFee) throw tipAboveFee(gasPrice, maximumFee)
  return { price: { gasPrice }, maximumFee }
}
