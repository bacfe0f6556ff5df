import { toHex } from '../../../primitives/hex.ts'
import { Transaction } from '../../../protocol/transactions/transaction.ts'
import { senderIsNull } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'
import { unsignedTransaction } from '../../submission/submission.ts'
import { withGas } from './sendTransaction.ts'
import { offeredPrice, typedTransaction } from './typedTransaction.ts'

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
    const { typed, ...filled } = withGas({ ...call, ...offeredPrice(call, context) }, context)
    const unsigned = unsignedTransaction(filled, sender, node)
    const transaction = typed
      ? typedTransaction(unsigned, typed, null)
      : new Transaction({ ...unsigned, signature: null }, sender)
    return {
      raw: toHex(transaction.encoded),
      // A typed transaction has no sender without its signature.
      tx: { ...transactionShape(transaction, null), from: toHex(sender) },
    }
  },
})
