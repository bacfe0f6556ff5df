import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { after, type Later } from '../../../primitives/work/later.ts'
import { Transaction } from '../../../protocol/transactions/transaction.ts'
import { senderIsNull } from '../../errors/errors.ts'
import { JsonText } from '../../json/jsonText.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { LookupContext } from '../../method/rpcContext.ts'
import { type CallObject, callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'
import { unsignedTransaction } from '../../submission/submission.ts'
import { ethEstimateGas } from './estimateGas.ts'
import { type OfferedPrice, offeredPrice, typedTransaction } from './typedTransaction.ts'

export const ethFillTransaction = defineMethod({
  name: 'eth_fillTransaction',
  summary:
    'Completes a transaction with the sender’s next nonce, the estimated gas and the minimum gas price, and answers it unsigned with its bytes.',
  params: [required('transaction', callObject)],
  result: schema.objectOf({ raw: schema.data, tx: transactionSchema }),
  cost: 25,
  effect: 'asks-node',
  access: 'everyone',
  handler([call], context) {
    const { node } = context
    if (call.from === undefined) throw senderIsNull()
    const sender = call.from
    const { typed, gasPrice } = offeredPrice(call, context)
    const given = call.gas ?? call.gasLimit
    return after(given ?? estimated(call, { typed, gasPrice }, context), (gas) => {
      const unsigned = unsignedTransaction({ ...call, gasPrice, gas }, sender, node)
      const transaction = typed
        ? typedTransaction(unsigned, typed, null)
        : new Transaction({ ...unsigned, signature: null }, sender)
      return {
        raw: toHex(transaction.encoded),
        // A typed transaction has no sender without its signature.
        tx: { ...transactionShape(transaction, null), from: toHex(sender) },
      }
    })
  },
})

/** The gas is estimated by a read, which may run in another thread. */
function estimated(
  { members }: CallObject,
  { typed, gasPrice }: OfferedPrice,
  { call }: Pick<LookupContext, 'call'>,
): Later<bigint> {
  const priced = typed === undefined ? { ...members, gasPrice: toQuantity(gasPrice) } : members
  return after(call.ask(ethEstimateGas, [priced, 'pending']), (result) =>
    BigInt(result instanceof JsonText ? JSON.parse(result.text) : String(result)),
  )
}
