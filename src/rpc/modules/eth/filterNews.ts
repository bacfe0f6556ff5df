import * as schema from '../../json/schema.ts'
import { abandonedLogs, joinedLogs } from '../../logs/branchSearch.ts'
import { startSearch } from '../../method/context.ts'
import { defineMethod } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { logFilter } from '../../params/logFilter.ts'
import { required, requiredOrNull } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { logSchema } from '../../shapes/log.ts'
import { msPerLog } from './getLogs.ts'

/** The read behind `eth_getFilterChanges` of a log filter. Clients cannot call it: only readers' threads know its name. */
export const ethFilterNews = defineMethod({
  name: 'eth_filterNews',
  summary: 'The logs of blocks that have left the best chain, and of blocks that have joined it.',
  params: [
    required('criterion', logFilter),
    requiredOrNull('newestAbandoned', blockHash),
    required('oldestAbandoned', quantity),
    requiredOrNull('newestJoined', blockHash),
    required('oldestJoined', quantity),
  ],
  result: schema.arrayOf(logSchema),
  cost: 20,
  placement: 'reader',
  handler([criterion, newestAbandoned, oldestAbandoned, newestJoined, oldestJoined], context) {
    const { chain } = context.node
    const budget = startSearch(context)
    const removed =
      newestAbandoned === null
        ? []
        : abandonedLogs(
            { newest: newestAbandoned, oldest: Number(oldestAbandoned) },
            criterion,
            chain,
            budget,
          )
    const added =
      newestJoined === null
        ? []
        : joinedLogs({ newest: newestJoined, oldest: Number(oldestJoined) }, criterion, chain, budget)
    context.light?.expect((removed.length + added.length) * msPerLog)
    return context.texts.logs(added, removed)
  },
})
