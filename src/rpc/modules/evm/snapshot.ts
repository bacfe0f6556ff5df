import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectLocalChain } from './localChain.ts'

export const evmSnapshot = defineMethod({
  name: 'evm_snapshot',
  summary: 'Saves a snapshot of the chain and answers its id.',
  params: [],
  result: schema.quantity,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler: (_, { node }) => toQuantity(expectLocalChain(node, 'evm_snapshot').snapshot()),
})
