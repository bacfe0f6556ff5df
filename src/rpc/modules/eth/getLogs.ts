import * as schema from '../../json/schema.ts'
import { logPage } from '../../logs/logPage.ts'
import { searchLogs } from '../../logs/logSearch.ts'
import { LogWriter } from '../../logs/logWriter.ts'
import { rangeOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { logFilterEnds } from '../../params/logFilter.ts'
import { pagedLogFilter } from '../../params/pagedLogFilter.ts'
import { required } from '../../params/parameter.ts'
import { logSchema } from '../../shapes/logShape.ts'

export const ethGetLogs = defineRead({
  name: 'eth_getLogs',
  summary:
    'The logs of a range of blocks, or of one block, that match a filter. With `cursor` (null for the first page) a page of at most `limit` of them: an object of `logs`, the `cursor` of the next page (null after the last) and the last `block`.',
  params: [required('filter', pagedLogFilter)],
  result: schema.arrayOf(logSchema),
  cost: 20,
  asks: rangeOf('filter', logFilterEnds),
  upstream: 'trusted',
  light: 'complete',
  handler([asked], context) {
    if ('filter' in asked) return logPage(asked, context.node, context)
    const writer = new LogWriter()
    searchLogs(asked, context.node, context, writer)
    return writer.end()
  },
})
