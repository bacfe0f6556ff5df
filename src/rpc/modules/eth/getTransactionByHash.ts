import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { transactionHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'

export const ethGetTransactionByHash = defineMethod({
  name: 'eth_getTransactionByHash',
  summary: 'A transaction of the best chain or a pending one; null for an unknown transaction.',
  params: [required('transactionHash', transactionHash)],
  result: schema.nullable(transactionSchema),
  cost: 2,
  upstream: 'transaction',
  handler([hash], { node: { chain, pool } }) {
    const found = chain.transaction(hash)
    if (found !== undefined) return transactionShape(found.transaction, found)
    const pooled = pool.get(hash)
    // A queued transaction cannot be mined yet and is not answered.
    return pooled?.pending ? transactionShape(pooled.transaction, null) : null
  },
})
