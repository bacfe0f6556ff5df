import { senderIsNull } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { expectWallet, submit, unsignedTransaction } from '../../submission/submission.ts'
import { completed } from './transactions/completion.ts'
import { impersonated } from './transactions/impersonated.ts'

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
    const whole = completed(call, context)
    // An account of the wallet signs, so that its transactions are Rootstock's.
    const isImpersonated =
      !wallet.has(call.from) && node.development?.impersonation.covers(call.from) === true
    if (isImpersonated) return submit(impersonated(whole, call.from, node), context)
    return submit(wallet.signTransaction(call.from, unsignedTransaction(whole, call.from, node)), context)
  },
})
