import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { sendCall } from './transactions/sendCall.ts'

export const ethSendTransaction = defineMethod({
  name: 'eth_sendTransaction',
  summary: 'Signs a transaction with an unlocked account of the wallet, submits it and answers its hash.',
  params: [required('transaction', callObject)],
  result: schema.hash,
  cost: 10,
  effect: 'submits-unsigned',
  access: 'everyone',
  handler: ([call], context) => sendCall(call, context),
})
