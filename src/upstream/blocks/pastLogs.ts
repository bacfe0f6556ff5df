import { createHash } from 'node:crypto'
import type { LogQuery } from '../../chain/logs/logQuery.ts'
import type { FoundLog } from '../../chain/logs/logSink.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { hashFrom, type JsonObject, listFrom, numberFrom, objectFrom } from '../answers/fields.ts'
import { logFrom } from '../answers/receiptFrom.ts'
import type { ForkCache } from '../cache/forkCache.ts'
import { type FetchTask, GuessEnded, type MissingValues } from '../fetching/guessing.ts'
import { decoded, resultOf } from '../state/answerValue.ts'
import { logsKey } from './pastBlock.ts'

export interface PastLogsParts {
  readonly shown: string
  readonly cache: ForkCache
  readonly missing: MissingValues
  /** The last block of the origin that belongs to the fork. */
  readonly lastNumber: number
}

/** Searches the logs of the origin up to the fork. Its endpoint searches; each search is kept. */
export function pastLogs(query: LogQuery, parts: PastLogsParts): FoundLog[] {
  const { cache, missing, shown } = parts
  const filter = filterOf(query, parts.lastNumber)
  const key = logsKey(createHash('sha256').update(JSON.stringify(filter)).digest())
  const cached = cache.get(key)
  if (cached !== undefined) return logsIn(JSON.parse(Buffer.from(cached).toString('utf8')), parts)
  const call = { method: 'eth_getLogs', params: [filter] }
  let found: FoundLog[] = []
  const task: FetchTask = {
    calls: [call],
    settle: ([answer]) => {
      const result = resultOf(answer!, call, shown)
      found = decoded(shown, () => logsIn(result, parts))
      cache.put([[key, Buffer.from(JSON.stringify(result))]])
      return undefined
    },
  }
  if (missing.isGuessing) {
    missing.collect(`logs ${JSON.stringify(filter)}`, () => task)
    throw new GuessEnded('logs')
  }
  missing.fetchNow(task)
  return found
}

function filterOf({ fromBlock, toBlock, addresses, topics }: LogQuery, lastNumber: number) {
  return {
    fromBlock: toQuantity(Math.max(0, fromBlock)),
    toBlock: toQuantity(Math.min(toBlock, lastNumber)),
    ...(addresses.length > 0 && { address: addresses.map(toHex) }),
    topics: topics.map((alternatives) => (alternatives.length === 0 ? null : alternatives.map(toHex))),
  }
}

const logsIn = (result: unknown, { lastNumber }: PastLogsParts): FoundLog[] =>
  listFrom(result, 'logs').map((item, index) =>
    foundLog(objectFrom(item, `logs[${index}]`), lastNumber, `logs[${index}]`),
  )

function foundLog(json: JsonObject, lastNumber: number, where: string): FoundLog {
  const blockNumber = numberFrom(json['blockNumber'], `${where}.blockNumber`)
  if (blockNumber > lastNumber) throw new DecodeError(where, 'is of a block after the fork')
  return {
    log: logFrom(json, where),
    blockHash: hashFrom(json['blockHash'], `${where}.blockHash`),
    blockNumber,
    transactionHash: hashFrom(json['transactionHash'], `${where}.transactionHash`),
    transactionIndex: numberFrom(json['transactionIndex'], `${where}.transactionIndex`),
    logIndex: numberFrom(json['logIndex'], `${where}.logIndex`),
  }
}
