import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { transactionHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { receiptSchema } from '../../shapes/receiptShape.ts'

export const ethGetTransactionReceipt = defineMethod({
  name: 'eth_getTransactionReceipt',
  summary: 'The receipt of a transaction of the best chain; null for an unknown transaction.',
  params: [required('transactionHash', transactionHash)],
  result: schema.nullable(receiptSchema),
  cost: 3,
  upstream: 'block',
  handler([hash], { node, texts, work }) {
    const found = node.chain.transaction(hash)
    return found === undefined ? null : texts.receipt(found.block, found.index, work)
  },
})
