import { JsonText } from '../../rpc/json/jsonText.ts'
import * as schema from '../../rpc/json/schema.ts'
import { abandonedLogs, joinedLogs } from '../../rpc/logs/branchSearch.ts'
import { LogWriter } from '../../rpc/logs/logWriter.ts'
import { defineRead } from '../../rpc/method/method.ts'
import { blockHash } from '../../rpc/params/hash.ts'
import { logFilter } from '../../rpc/params/logFilter.ts'
import { type Codec, required, requiredOrNull } from '../../rpc/params/parameter.ts'
import { quantity } from '../../rpc/params/quantity.ts'
import { logSchema } from '../../rpc/shapes/logShape.ts'

/** Logs of blocks that only another node has, as they were delivered. */
const logList: Codec<readonly unknown[]> = {
  schema: schema.arrayOf(logSchema),
  decode: (value) => (Array.isArray(value) ? value : []),
}

/**
 * The read behind `eth_getFilterChanges` of a log filter. Clients cannot call it: only the registry of reader threads has
 * it.
 */
export const ethFilterNews = defineRead({
  name: 'eth_filterNews',
  summary:
    'Logs that are undone, those of blocks that have left the best chain, and of blocks that have joined it.',
  params: [
    required('criterion', logFilter),
    requiredOrNull('newestAbandoned', blockHash),
    required('oldestAbandoned', quantity),
    requiredOrNull('newestJoined', blockHash),
    required('oldestJoined', quantity),
    required('undone', logList),
  ],
  result: schema.arrayOf(logSchema),
  cost: 20,
  asks: 'latest',
  upstream: 'never',
  light: 'complete',
  access: 'gateways',
  handler([criterion, newestAbandoned, oldestAbandoned, newestJoined, oldestJoined, undone], context) {
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
    const news = writer.end()
    return undone.length === 0 ? news : new JsonText(joinedLists(JSON.stringify(undone), news.text))
  },
})

/** Concatenates two JSON arrays; the first is not empty. */
const joinedLists = (first: string, second: string): string =>
  second === '[]' ? first : `${first.slice(0, -1)},${second.slice(1)}`
