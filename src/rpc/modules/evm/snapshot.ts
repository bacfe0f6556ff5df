import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineLocalMethod } from './localChain.ts'

export const evmSnapshot = defineLocalMethod({
  name: 'evm_snapshot',
  summary: 'Saves a snapshot of the chain and answers its id.',
  result: schema.quantity,
  cost: 5,
  handler: (_, local) => toQuantity(local.snapshot()),
})
