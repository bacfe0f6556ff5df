import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const ethNewPendingTransactionFilter = defineMethod({
  name: 'eth_newPendingTransactionFilter',
  summary:
    'A filter that tells of transactions that have begun to wait for a block; after a restart, of all that wait.',
  params: [],
  result: schema.quantity,
  cost: 5,
  handler: (_, { filters, client }) => filters.addPending(client),
})
