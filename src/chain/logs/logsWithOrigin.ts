import type { ChainOrigin } from '../storage/chainOrigin.ts'
import type { FoundLog, LogQuery } from './logQuery.ts'

/** The origin of a fork, and its logs. */
export interface LoggedOrigin extends ChainOrigin {
  /** Logs of the origin's blocks up to the fork. */
  logs(query: LogQuery): FoundLog[]
}

/** Logs of a range; a fork has those up to its origin from there. `find` searches the chain's own blocks. */
export function logsWithOrigin(
  query: LogQuery,
  origin: LoggedOrigin | undefined,
  find: (query: LogQuery) => FoundLog[],
): FoundLog[] {
  if (origin === undefined || query.fromBlock > origin.number) return find(query)
  const past = origin.logs(query)
  const own = find({ ...query, fromBlock: origin.number + 1 })
  return past.length === 0 ? own : [...past, ...own]
}
