import * as schema from '../../json/schema.ts'
import { searchLogs } from '../../logs/logSearch.ts'
import { LogWriter } from '../../logs/logWriter.ts'
import { rangeOf } from '../../method/askedBlock.ts'
import { startSearch } from '../../method/context.ts'
import { defineMethod } from '../../method/method.ts'
import { logFilter } from '../../params/logFilter.ts'
import { required } from '../../params/parameter.ts'
import { logSchema } from '../../shapes/logShape.ts'

export const ethGetLogs = defineMethod({
  name: 'eth_getLogs',
  summary: 'The logs of a range of blocks, or of one block, that match a filter.',
  params: [required('filter', logFilter)],
  result: schema.arrayOf(logSchema),
  cost: 20,
  asks: rangeOf('filter'),
  placement: 'reader',
  upstream: 'trusted',
  access: 'everyone',
  handler([filter], context) {
    const writer = new LogWriter()
    searchLogs(filter, context.node, startSearch(context), writer)
    return writer.end()
  },
})
