import type { Hash } from '../../primitives/bytes.ts'
import type { Later } from '../../primitives/work/later.ts'
import type { Json } from '../json/json.ts'
import type { Result } from '../json/result.ts'
import type { RangeLogFilter } from '../params/logFilter.ts'
import type { AskingCall } from './methodFacts.ts'

/** How many pending transactions a client has seen, and in which run of the service. */
export interface PendingCursor {
  readonly run: string
  readonly count: number
}

export interface PendingNews {
  readonly hashes: readonly Hash[]
  readonly cursor: PendingCursor
}

/** Filters that clients poll for what has happened since the last poll; each is visible to its own client only. */
export interface ClientFilters {
  /** Whether services of other processes answer the same filters. */
  readonly isShared: boolean
  addLogs(client: string, criterion: RangeLogFilter): Later<string>
  addBlocks(client: string): Later<string>
  addPending(client: string): Later<string>
  /** Returns whether the filter existed. */
  remove(client: string, id: string): Later<boolean>
  /** What has happened since the last poll; the filter's lifetime starts again. Logs are found by a read, which the poll asks for. */
  poll(client: string, id: string, call: AskingCall): Later<Result>
  /** What a log filter matches, as the parameter of `eth_getLogs`. */
  criterion(client: string, id: string): Later<Json>
  /** The transactions that have become pending since a cursor, and the next cursor; none without a cursor. */
  pendingSince(cursor: PendingCursor | undefined): PendingNews
}
