import { defineMethod } from '../../method/method.ts'
import { callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { receiptSchema } from '../../shapes/receiptShape.ts'
import { receiptOf, waitParameter } from '../../submission/receiptWait.ts'
import { submit } from '../../submission/submission.ts'
import { sentTransaction } from './sendTransaction.ts'

export const ethSendTransactionSync = defineMethod({
  name: 'eth_sendTransactionSync',
  summary:
    'Signs and submits a transaction as eth_sendTransaction does, and answers its receipt as soon as a block holds it; after the given milliseconds, 15 seconds by default, an error with the hash.',
  params: [required('transaction', callObject), waitParameter],
  result: receiptSchema,
  cost: 15,
  effect: 'submits-unsigned',
  access: 'everyone',
  isLong: true,
  handler([call, timeoutMs], context) {
    const transaction = sentTransaction(call, context)
    submit(transaction, context)
    return receiptOf(transaction.hash, timeoutMs, context.node.chain)
  },
})
