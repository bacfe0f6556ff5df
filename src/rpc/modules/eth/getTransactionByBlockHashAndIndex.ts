import * as schema from '../../json/schema.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { index } from '../../params/quantity.ts'
import { placedTransactionSchema, transactionAt } from './transactions/transactionAt.ts'

export const ethGetTransactionByBlockHashAndIndex = defineMethod({
  name: 'eth_getTransactionByBlockHashAndIndex',
  summary: 'A transaction of a block by its position; null for an unknown block or position.',
  params: [required('blockHash', blockHash, 'blockHash is null'), required('index', index, 'index is null')],
  result: schema.nullable(placedTransactionSchema),
  cost: 2,
  asks: blockHashOf('blockHash'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler: ([hash, position], { node }) => transactionAt(node.chain.block(hash), position),
})
