import { Deadline } from '../deadline.ts'
import { searchLogs } from '../logSearch.ts'
import { defineMethod } from '../method.ts'
import { logFilter } from '../params/logFilter.ts'
import { required } from '../params/parameter.ts'
import * as schema from '../schema.ts'
import { logSchema } from '../shapes/log.ts'

export const ethGetLogs = defineMethod({
  name: 'eth_getLogs',
  summary: 'Logs of a range of blocks or of one block that match a filter.',
  params: [required('filter', logFilter)],
  result: schema.arrayOf(logSchema),
  cost: 20,
  handler: ([filter], context) => context.texts.logs(searchLogs(filter, context.node, new Deadline(context))),
})
