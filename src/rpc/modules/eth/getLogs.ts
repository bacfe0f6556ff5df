import * as schema from '../../json/schema.ts'
import { searchLogs } from '../../logs/logSearch.ts'
import { LogWriter } from '../../logs/logWriter.ts'
import { rangeOf } from '../../method/askedBlock.ts'
import { startSearch } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import { logFilter } from '../../params/logFilter.ts'
import { required } from '../../params/parameter.ts'
import { logSchema } from '../../shapes/logShape.ts'

export const ethGetLogs = defineRead({
  name: 'eth_getLogs',
  summary: 'The logs of a range of blocks, or of one block, that match a filter.',
  params: [required('filter', logFilter)],
  result: schema.arrayOf(logSchema),
  cost: 20,
  asks: rangeOf('filter'),
  upstream: 'trusted',
  light: 'complete',
  handler([filter], context) {
    const writer = new LogWriter()
    searchLogs(filter, context.node, startSearch(context), writer)
    return writer.end()
  },
})
