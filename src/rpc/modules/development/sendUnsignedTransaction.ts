import { senderIsNull } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineAction } from '../../method/method.ts'
import { callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { submit } from '../../submission/submission.ts'
import { completed, impersonated } from '../eth/sendTransaction.ts'
import { expectDevelopment } from './developmentChain.ts'

export const ethSendUnsignedTransaction = defineAction({
  name: 'eth_sendUnsignedTransaction',
  summary: 'Submits a transaction of any account without its signature and answers its hash.',
  params: [required('transaction', callObject)],
  result: schema.hash,
  cost: 10,
  effect: 'submits-unsigned',
  bound: 'own-chain',
  access: 'everyone',
  handler([call], context) {
    expectDevelopment(context.node)
    if (call.from === undefined) throw senderIsNull()
    return submit(impersonated(completed(call, context), call.from, context.node), context)
  },
})
