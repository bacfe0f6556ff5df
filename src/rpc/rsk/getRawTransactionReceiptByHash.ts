import { toHex } from '../../primitives/hex.ts'
import { encodeReceipt } from '../../protocol/receipts.ts'
import { defineMethod } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { required } from '../params/parameter.ts'
import * as schema from '../schema.ts'

export const rskGetRawTransactionReceiptByHash = defineMethod({
  name: 'rsk_getRawTransactionReceiptByHash',
  summary: 'The RLP of the receipt of a transaction of the best chain, or null.',
  params: [required('transactionHash', transactionHash)],
  result: schema.nullable(schema.data),
  cost: 3,
  handler([hash], { node }) {
    const found = node.chain.transaction(hash)
    return found === undefined ? null : toHex(encodeReceipt(found.receipt))
  },
})
