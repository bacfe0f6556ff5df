import { hashInFilter } from '../../rpc/errors/errors.ts'
import { changedLogs } from '../../rpc/history/changedLogs.ts'
import * as schema from '../../rpc/json/schema.ts'
import { LogWriter } from '../../rpc/logs/logWriter.ts'
import { defineRead } from '../../rpc/method/method.ts'
import { blockHash } from '../../rpc/params/hash.ts'
import { logFilter } from '../../rpc/params/logFilter.ts'
import { required } from '../../rpc/params/parameter.ts'
import { logSchema } from '../../rpc/shapes/logShape.ts'

/**
 * The read behind `eth_getFilterChanges` of a log filter. Clients cannot call it: only the registry of reader threads has
 * it.
 */
export const ethFilterNews = defineRead({
  name: 'eth_filterNews',
  summary:
    'Logs since a block: of those that have left the branch of a tip, and of those that have joined it.',
  params: [required('criterion', logFilter), required('position', blockHash), required('tip', blockHash)],
  result: schema.arrayOf(logSchema),
  cost: 20,
  asks: 'latest',
  upstream: 'never',
  light: 'complete',
  access: 'gateways',
  handler([criterion, position, tip], context) {
    if (criterion.blockHash !== undefined) throw hashInFilter()
    const writer = new LogWriter()
    changedLogs(position, tip, criterion, context.node, context, writer)
    return writer.end()
  },
})
