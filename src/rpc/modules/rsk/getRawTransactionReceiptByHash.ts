import { toHex } from '../../../primitives/hex.ts'
import { encodeReceipt } from '../../../protocol/receipts.ts'
import * as schema from '../../json/schema.ts'
import { transactionOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { bareHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { findTransaction } from '../trace/findTraced.ts'

export const rskGetRawTransactionReceiptByHash = defineMethod({
  name: 'rsk_getRawTransactionReceiptByHash',
  summary: 'The RLP of the receipt of a transaction of the best chain; null for an unknown transaction.',
  params: [required('transactionHash', bareHash)],
  result: schema.nullable(schema.data),
  cost: 3,
  asks: transactionOf('transactionHash'),
  upstream: 'block',
  access: 'everyone',
  handler([hash], { node }) {
    const found = findTransaction(hash, node.chain)
    return found === undefined ? null : toHex(encodeReceipt(found.receipt, found.transaction.prefix))
  },
})
