import * as schema from '../../json/schema.ts'
import { startSearch } from '../../method/context.ts'
import { defineMethod } from '../../method/method.ts'
import { filterId } from '../../params/filterId.ts'
import { required } from '../../params/parameter.ts'
import { logSchema } from '../../shapes/log.ts'

export const ethGetFilterLogs = defineMethod({
  name: 'eth_getFilterLogs',
  summary: 'All logs that a log filter matches now.',
  params: [required('filterId', filterId)],
  result: schema.arrayOf(logSchema),
  cost: 20,
  handler: ([id], context) => context.filters.logs(context.client, id, startSearch(context)),
})
