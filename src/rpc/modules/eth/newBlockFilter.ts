import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const ethNewBlockFilter = defineMethod({
  name: 'eth_newBlockFilter',
  summary: 'Installs a filter for new blocks of the best chain.',
  params: [],
  result: schema.quantity,
  cost: 5,
  effect: 'uses-filter',
  access: 'everyone',
  handler: (_, { filters, client }) => filters.addBlocks(client),
})
