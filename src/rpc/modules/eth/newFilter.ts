import { hashInFilter } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { logFilter } from '../../params/logFilter.ts'
import { required } from '../../params/parameter.ts'

export const ethNewFilter = defineMethod({
  name: 'eth_newFilter',
  summary: 'Installs a filter for new logs; it expires when it is not polled for five minutes.',
  params: [required('filter', logFilter)],
  result: schema.quantity,
  cost: 5,
  effect: 'uses-filter',
  access: 'everyone',
  handler([filter], { filters, client }) {
    if (filter.blockHash !== undefined) throw hashInFilter()
    return filters.addLogs(client, filter)
  },
})
