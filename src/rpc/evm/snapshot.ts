import { toQuantity } from '../../primitives/quantity.ts'
import { expectLocalChain } from '../localChain.ts'
import { defineMethod } from '../method.ts'
import * as schema from '../schema.ts'

export const evmSnapshot = defineMethod({
  name: 'evm_snapshot',
  summary: 'Remembers the chain as it is now and answers an id to go back to.',
  params: [],
  result: schema.quantity,
  cost: 5,
  handler: (_, { node }) => toQuantity(expectLocalChain(node, 'evm_snapshot').snapshot()),
})
