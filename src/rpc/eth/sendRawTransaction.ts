import { defineMethod } from '../method.ts'
import { data } from '../params/data.ts'
import { required } from '../params/parameter.ts'
import * as schema from '../schema.ts'
import { decodeSubmission, submit } from '../submission.ts'

export const ethSendRawTransaction = defineMethod({
  name: 'eth_sendRawTransaction',
  summary: 'Takes a signed transaction and answers its hash.',
  params: [required('transaction', data)],
  result: schema.hash,
  cost: 10,
  handler: ([bytes], { node }) => submit(decodeSubmission(bytes), node),
})
