import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { transactionOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { transactionHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'

export const debugGetRawTransaction = defineMethod({
  name: 'debug_getRawTransaction',
  summary: 'The RLP of a transaction of the best chain or the pool; null for an unknown transaction.',
  params: [required('transactionHash', transactionHash)],
  result: schema.nullable(schema.data),
  cost: 3,
  asks: transactionOf('transactionHash'),
  upstream: 'block',
  access: 'everyone',
  handler([hash], { node: { chain, pool } }) {
    const transaction = (chain.transaction(hash) ?? pool.get(hash))?.transaction
    return transaction === undefined ? null : toHex(transaction.encoded)
  },
})
