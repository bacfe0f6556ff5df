import { senderIsNull } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { expectWallet, submit, unsignedTransaction } from '../../submission/submission.ts'
import { completed } from './transactions/completion.ts'

export const ethSendTransaction = defineMethod({
  name: 'eth_sendTransaction',
  summary: 'Signs a transaction with an unlocked account of the wallet, submits it and answers its hash.',
  params: [required('transaction', callObject)],
  result: schema.hash,
  cost: 10,
  handler([call], context) {
    const { node } = context
    const wallet = expectWallet(node)
    if (call.from === undefined) throw senderIsNull()
    const unsigned = unsignedTransaction(completed(call, context), call.from, node)
    return submit(wallet.signTransaction(call.from, unsigned), context)
  },
})
