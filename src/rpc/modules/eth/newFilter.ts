import { hashInFilter } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { weightOfCriterion } from '../../method/subscribing.ts'
import { logFilter } from '../../params/logFilter.ts'
import { required } from '../../params/parameter.ts'

export const ethNewFilter = defineMethod({
  name: 'eth_newFilter',
  summary: 'Installs a filter for new logs; it expires when it is not polled for five minutes.',
  params: [required('filter', logFilter)],
  result: schema.quantity,
  cost: 5,
  effect: 'opens-filter',
  access: 'everyone',
  handler([filter], { filters, client, work }) {
    if (filter.blockHash !== undefined) throw hashInFilter()
    work.addDone(weightOfCriterion(filter))
    return filters.addLogs(client, filter)
  },
})

export const ethNewBlockFilter = defineMethod({
  name: 'eth_newBlockFilter',
  summary: 'Installs a filter for new blocks of the best chain.',
  result: schema.quantity,
  cost: 5,
  effect: 'opens-filter',
  access: 'everyone',
  handler: (_, { filters, client }) => filters.addBlocks(client),
})

export const ethNewPendingTransactionFilter = defineMethod({
  name: 'eth_newPendingTransactionFilter',
  summary:
    'Installs a filter for transactions that become pending; after a restart it answers all pending ones.',
  result: schema.quantity,
  cost: 5,
  effect: 'opens-node-filter',
  access: 'everyone',
  handler: (_, { filters, client }) => filters.addPending(client),
})
