import type { Log } from '../../evm/log.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { FlatLog } from '../storage/flatLog.ts'

/** The transaction that emitted logs. */
export interface LogPlace {
  readonly blockHash: Hash
  readonly blockNumber: number
  /** In seconds. Undefined in logs of a fork's origin whose endpoint does not send it. */
  readonly blockTimestamp: number | undefined
  readonly transactionHash: Hash
  readonly transactionIndex: number
}

/** A log and where it was emitted. */
export interface FoundLog extends LogPlace {
  readonly log: Log
  /** Position among all logs of the block. */
  readonly logIndex: number
}

/** Gets the logs that a search finds, in their order. */
export interface LogSink {
  /** The number of logs so far. */
  readonly count: number
  /** Logs of one transaction come with the same object as their place. The log is replaced afterwards. */
  add(place: LogPlace, logIndex: number, log: FlatLog): void
}

/** Keeps the logs as objects. */
export class FoundLogs implements LogSink {
  readonly logs: FoundLog[] = []

  get count(): number {
    return this.logs.length
  }

  add(place: LogPlace, logIndex: number, log: FlatLog): void {
    this.logs.push({ ...place, log: log.toLog(), logIndex })
  }
}
