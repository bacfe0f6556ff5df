import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockIdentifier } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'
import { index } from '../../params/quantity.ts'
import { placedTransactionSchema, transactionAt } from './transactions/transactionAt.ts'

export const ethGetTransactionByBlockNumberAndIndex = defineMethod({
  name: 'eth_getTransactionByBlockNumberAndIndex',
  summary:
    'A transaction of a block of the best chain by its position; null for an unknown block or position.',
  params: [required('block', minedBlockIdentifier), required('index', index)],
  result: schema.nullable(placedTransactionSchema),
  cost: 2,
  asks: blockOf('block'),
  placement: 'chain',
  upstream: 'block',
  access: 'everyone',
  handler: ([reference, position], { node }) => transactionAt(findBlock(reference, node), position),
})
