import * as schema from '../../rpc/json/schema.ts'
import { abandonedLogs, joinedLogs } from '../../rpc/logs/branchSearch.ts'
import { LogWriter } from '../../rpc/logs/logWriter.ts'
import { defineRead } from '../../rpc/method/method.ts'
import { blockHash } from '../../rpc/params/hash.ts'
import { logFilter } from '../../rpc/params/logFilter.ts'
import { required, requiredOrNull } from '../../rpc/params/parameter.ts'
import { quantity } from '../../rpc/params/quantity.ts'
import { logSchema } from '../../rpc/shapes/logShape.ts'

/**
 * The read behind `eth_getFilterChanges` of a log filter. Clients cannot call it: only the registry of reader threads has
 * it.
 */
export const ethFilterNews = defineRead({
  name: 'eth_filterNews',
  summary: 'Logs of blocks that have left the best chain, and of blocks that have joined it.',
  params: [
    required('criterion', logFilter),
    requiredOrNull('newestAbandoned', blockHash),
    required('oldestAbandoned', quantity),
    requiredOrNull('newestJoined', blockHash),
    required('oldestJoined', quantity),
  ],
  result: schema.arrayOf(logSchema),
  cost: 20,
  asks: 'latest',
  upstream: 'never',
  light: 'complete',
  access: 'gateways',
  handler([criterion, newestAbandoned, oldestAbandoned, newestJoined, oldestJoined], context) {
    const { chain } = context.node
    const writer = new LogWriter()
    if (newestAbandoned !== null) {
      const part = { newest: newestAbandoned, oldest: Number(oldestAbandoned) }
      writer.isRemoved = true
      abandonedLogs(part, criterion, chain, context, writer)
      writer.isRemoved = false
    }
    if (newestJoined !== null) {
      const part = { newest: newestJoined, oldest: Number(oldestJoined) }
      joinedLogs(part, criterion, chain, context, writer)
    }
    return writer.end()
  },
})
