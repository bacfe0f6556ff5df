import { toHex } from '../../../primitives/hex.ts'
import { Transaction } from '../../../protocol/transactions/transaction.ts'
import { estimateNext } from '../../calls/gasEstimate.ts'
import { senderIsNull } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'
import { unsignedTransaction } from '../../submission/submission.ts'
import { minimumGasPrice } from './gasPrice.ts'

export const ethFillTransaction = defineMethod({
  name: 'eth_fillTransaction',
  summary:
    'Completes a transaction with the sender’s next nonce, the estimated gas and the least gas price, and answers it unsigned with its bytes.',
  params: [required('transaction', callObject)],
  result: schema.objectOf({ raw: schema.data, tx: transactionSchema }),
  cost: 25,
  effect: 'asks-node',
  access: 'everyone',
  handler([call], context) {
    const { node } = context
    if (call.from === undefined) throw senderIsNull()
    const priced = { ...call, gasPrice: call.gasPrice ?? minimumGasPrice(node) }
    const hasGas = (call.gas ?? call.gasLimit) !== undefined
    const filled = hasGas ? priced : { ...priced, gas: BigInt(estimateNext(priced, context)) }
    const unsigned = { ...unsignedTransaction(filled, call.from, node), signature: null }
    const transaction = new Transaction(unsigned, call.from)
    return { raw: toHex(transaction.encoded), tx: transactionShape(transaction, null) }
  },
})
