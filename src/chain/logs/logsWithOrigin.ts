import { equalBytes } from '../../primitives/bytes.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import { flatLog } from '../storage/flatLog.ts'
import type { ChainOrigin } from '../storage/states.ts'
import type { LogQuery } from './logQuery.ts'
import type { FoundLog, LogSink } from './logSink.ts'
import { TooManyLogs, uncappedBlocks } from './tooManyLogs.ts'

/** The origin of a fork, and its logs. */
export interface LoggedOrigin extends ChainOrigin {
  /** Logs of the origin's blocks up to the fork. */
  logs(query: LogQuery): FoundLog[]
}

/**
 * Logs of a range; a fork has those up to its origin from there, in ranges that its endpoint answers whole. `search` searches
 * the chain's own blocks.
 */
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
  const { maximumCount = Number.POSITIVE_INFINITY, onStep } = query
  const flat = flatLog()
  const last = Math.min(query.toBlock, origin.number)
  for (let fromBlock = query.fromBlock; fromBlock <= last; fromBlock += uncappedBlocks) {
    onStep?.({ next: fromBlock })
    const toBlock = Math.min(last, fromBlock + uncappedBlocks - 1)
    for (const found of origin.logs({ ...query, fromBlock, toBlock })) {
      if (hidesRemasc && equalBytes(found.log.address, remascAddress)) continue
      flat.set(found.log)
      sink.add(found, found.logIndex, flat)
      if (sink.count > maximumCount) throw new TooManyLogs(query.fromBlock, found.blockNumber)
    }
  }
  search({ ...query, fromBlock: origin.number + 1 })
}
