import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { data } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { decodeSubmission, submit } from '../../submission/submission.ts'

export const ethSendRawTransaction = defineMethod({
  name: 'eth_sendRawTransaction',
  summary: 'Submits a signed transaction and answers its hash.',
  params: [required('transaction', data)],
  result: schema.hash,
  cost: 10,
  effect: 'submits-signed',
  upstream: 'trusted',
  access: 'everyone',
  handler: ([bytes], context) => submit(decodeSubmission(bytes, context.node), context),
})
