import { type LogCriterion, logMatcher } from '../../chain/logs/criterion.ts'
import type { LogQuery } from '../../chain/logs/logQuery.ts'
import type { FoundLog } from '../../chain/logs/logSink.ts'
import { flatLog } from '../../chain/storage/flatLog.ts'
import { sha256 } from '../../crypto/sha256.ts'
import { Buffer } from '../../platform/buffer.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { hashFrom, type JsonObject, listFrom, numberFrom, objectFrom } from '../answers/fields.ts'
import { logFrom } from '../answers/receiptFrom.ts'
import { type FetchTask, GuessEnded } from '../fetching/missingValues.ts'
import type { PastBlocks } from './historyStore.ts'
import type { OriginBlocks, OriginBlocksParts } from './originBlocks.ts'
import { logsKey } from './pastBlock.ts'

/** Maximum range whose logs are read from receipts; for longer ones the endpoint's own search is faster. */
export const maximumProvenBlocks = 32

/** The logs of a range from the receipts of its blocks, which hash to the roots in their headers. */
export function provenLogs(query: LogQuery, toBlock: number, blocks: OriginBlocks): FoundLog[] {
  const numbers: number[] = []
  for (let number = Math.max(0, query.fromBlock); number <= toBlock; number++) numbers.push(number)
  const hashes = readAll(numbers, (number) => blocks.hashAt(number))
  return readAll(hashes, (hash) => logsOf(hash!, query, blocks)).flat()
}

/** A guessing run continues after a missing value, so that one round fetches all of them. */
export function readAll<Item, Value>(items: readonly Item[], read: (item: Item) => Value): Value[] {
  let missing: GuessEnded | undefined
  const values = items.flatMap((item) => {
    try {
      return [read(item)]
    } catch (error) {
      if (!(error instanceof GuessEnded)) throw error
      missing ??= error
      return []
    }
  })
  if (missing !== undefined) throw missing
  return values
}

/** The logs of one block from its receipts. */
export function logsOf(blockHash: Hash, criterion: LogCriterion, blocks: PastBlocks): FoundLog[] {
  const { header, transactions } = blocks.bodyOf(blockHash)
  const { number: blockNumber, timestamp: blockTimestamp } = header
  if (header.logsBloom.every((byte) => byte === 0)) return []
  const matches = logMatcher(criterion)
  const flat = flatLog()
  let logIndex = 0
  return blocks.receipts(blockHash).flatMap(({ logs }, transactionIndex) =>
    logs.flatMap((log): FoundLog[] => {
      const place = { logIndex: logIndex++, transactionIndex, blockHash, blockNumber, blockTimestamp }
      flat.set(log)
      return matches(flat) ? [{ log, transactionHash: transactions[transactionIndex]!.hash, ...place }] : []
    }),
  )
}

/** Maximum blocks of one answer whose headers are fetched for timestamps; with more, logs have no timestamps. */
const maximumTimedBlocks = 256

export interface PastLogsParts extends Pick<OriginBlocksParts, 'cache' | 'missing' | 'lastNumber'> {
  readonly blocks: OriginBlocks
}

/** Searches the logs of the origin up to the fork, with the timestamps of their blocks. */
export function pastLogs(query: LogQuery, parts: PastLogsParts): FoundLog[] {
  return withTimestamps(searchedLogs(query, parts), parts.blocks)
}

/** Logs of the reference node have no timestamps; those of a few blocks are read from the headers. */
function withTimestamps(found: readonly FoundLog[], blocks: OriginBlocks): FoundLog[] {
  const untimed = found.filter(({ blockTimestamp }) => blockTimestamp === undefined)
  const hashes = new Map(untimed.map(({ blockHash }) => [wordKey(blockHash), blockHash]))
  if (hashes.size === 0 || hashes.size > maximumTimedBlocks) return [...found]
  const timestamps = new Map(
    readAll([...hashes], ([key, hash]) => [key, blocks.block(hash)?.block.header.timestamp] as const),
  )
  return found.map((log) => ({
    ...log,
    blockTimestamp: log.blockTimestamp ?? timestamps.get(wordKey(log.blockHash)),
  }))
}

/** Lets the endpoint search, and caches the answer. */
function searchedLogs(query: LogQuery, parts: PastLogsParts): FoundLog[] {
  const { cache, missing } = parts
  const filter = filterOf(query, parts.lastNumber)
  const text = JSON.stringify(filter)
  const key = logsKey(sha256(Buffer.from(text)))
  let found: FoundLog[] | undefined
  const known = (): FoundLog[] | undefined => {
    const cached = found === undefined ? cache.get(key) : undefined
    return cached === undefined ? found : logsIn(JSON.parse(Buffer.from(cached).toString('utf8')), parts)
  }
  const task: FetchTask = {
    calls: [{ method: 'eth_getLogs', params: [filter] }],
    settle: ([answer]) => {
      const { result } = answer!
      found = logsIn(result, parts)
      cache.put([[key, Buffer.from(JSON.stringify(result))]])
      return undefined
    },
  }
  return missing.need(`logs ${text}`, known, () => task)
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
  const time = json['blockTimestamp']
  return {
    log: logFrom(json, where),
    blockHash: hashFrom(json['blockHash'], `${where}.blockHash`),
    blockNumber,
    blockTimestamp: time === undefined ? undefined : numberFrom(time, `${where}.blockTimestamp`),
    transactionHash: hashFrom(json['transactionHash'], `${where}.transactionHash`),
    transactionIndex: numberFrom(json['transactionIndex'], `${where}.transactionIndex`),
    logIndex: numberFrom(json['logIndex'], `${where}.logIndex`),
  }
}
