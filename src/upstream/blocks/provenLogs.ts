import { type LogCriterion, logMatcher } from '../../chain/logs/criterion.ts'
import type { LogQuery } from '../../chain/logs/logQuery.ts'
import type { FoundLog } from '../../chain/logs/logSink.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { GuessEnded } from '../fetching/guessing.ts'
import type { OriginBlocks } from './originBlocks.ts'

/** Blocks of a range whose logs are read from their receipts: more would be slower than the endpoint's own search. */
export const provenBlocks = 32

/** The logs of a range from the receipts of its blocks, which hash to the roots in their headers. */
export function provenLogs(query: LogQuery, toBlock: number, blocks: OriginBlocks): FoundLog[] {
  const numbers: number[] = []
  for (let number = Math.max(0, query.fromBlock); number <= toBlock; number++) numbers.push(number)
  const hashes = known(numbers, (number) => blocks.hashAt(number))
  return known(hashes, (hash) => logsOf(hash!, query, blocks)).flat()
}

/** A run with guesses goes on after a missing value, so that all of them are fetched in one round. */
function known<Item, Value>(items: readonly Item[], read: (item: Item) => Value): Value[] {
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

function logsOf(blockHash: Hash, criterion: LogCriterion, blocks: OriginBlocks): FoundLog[] {
  const { header, transactions } = blocks.block(blockHash)!.block
  if (header.logsBloom.every((byte) => byte === 0)) return []
  const matches = logMatcher(criterion)
  let logIndex = 0
  return blocks.receipts(blockHash).flatMap(({ logs }, transactionIndex) =>
    logs.flatMap((log): FoundLog[] => {
      const place = { logIndex: logIndex++, transactionIndex, blockHash, blockNumber: header.number }
      return matches(log) ? [{ log, transactionHash: transactions[transactionIndex]!.hash, ...place }] : []
    }),
  )
}
