import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const ethNewPendingTransactionFilter = defineMethod({
  name: 'eth_newPendingTransactionFilter',
  summary:
    'Installs a filter for transactions that become pending; after a restart it answers all pending ones.',
  params: [],
  result: schema.quantity,
  cost: 5,
  effect: 'uses-filter',
  access: 'everyone',
  handler: (_, { filters, client }) => filters.addPending(client),
})
