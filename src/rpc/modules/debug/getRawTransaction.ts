import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { transactionHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'

export const debugGetRawTransaction = defineMethod({
  name: 'debug_getRawTransaction',
  summary: 'The RLP of a transaction of the best chain or the pool; null for an unknown transaction.',
  params: [required('transactionHash', transactionHash)],
  result: schema.nullable(schema.data),
  cost: 3,
  handler([hash], { node: { chain, pool } }) {
    const transaction = (chain.transaction(hash) ?? pool.get(hash))?.transaction
    return transaction === undefined ? null : toHex(transaction.encoded)
  },
})
