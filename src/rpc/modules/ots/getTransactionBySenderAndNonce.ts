import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { minedTransactionOf } from '../eth/getTransactionBySenderAndNonce.ts'

export const otsGetTransactionBySenderAndNonce = defineRead({
  name: 'ots_getTransactionBySenderAndNonce',
  summary:
    'The hash of the transaction of an account with a nonce; null if there is none. A binary search over states.',
  params: [required('address', address), required('nonce', quantity)],
  result: schema.nullable(schema.hash),
  cost: 30,
  asks: 'latest',
  upstream: 'never',
  handler([sender, nonce], { node }) {
    const found = minedTransactionOf(sender, nonce, node)
    return found === undefined ? null : toHex(found.transaction.hash)
  },
})
