import { equalBytes } from '../../primitives/bytes.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import { flatLog } from '../storage/flatLog.ts'
import type { ChainOrigin } from '../storage/states.ts'
import type { LogQuery } from './logQuery.ts'
import type { FoundLog, LogSink } from './logSink.ts'
import { TooManyLogs } from './tooManyLogs.ts'

/** The origin of a fork, and its logs. */
export interface LoggedOrigin extends ChainOrigin {
  /** Logs of the origin's blocks, in their order. Reports each part of the range before it is searched. */
  logs(query: LogQuery): Iterable<FoundLog>
}

/** Logs of a range; those up to the end of the origin come from there. `search` searches the chain's own blocks. */
export function searchWithOrigin(
  query: LogQuery,
  origin: LoggedOrigin | undefined,
  hidesRemasc: boolean,
  sink: LogSink,
  search: (query: LogQuery) => void,
): void {
  if (origin === undefined || query.fromBlock > origin.number) {
    search(query)
    return
  }
  const { maximumCount = Number.POSITIVE_INFINITY } = query
  const flat = flatLog()
  for (const found of origin.logs({ ...query, toBlock: Math.min(query.toBlock, origin.number) })) {
    if (hidesRemasc && equalBytes(found.log.address, remascAddress)) continue
    flat.set(found.log)
    sink.add(found, found.logIndex, flat)
    if (sink.count > maximumCount) throw new TooManyLogs(query.fromBlock, found.blockNumber)
  }
  search({ ...query, fromBlock: origin.number + 1 })
}
