import type { LogQuery } from '../../chain/logs/logQuery.ts'
import type { FoundLog } from '../../chain/logs/logSink.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { mayHold } from '../../protocol/bloom.ts'
import { logsOf, readAll } from '../../upstream/blocks/originLogs.ts'
import type { LightBlocks } from './lightBlocks.ts'

/**
 * Work of a block whose receipts must be fetched, in postings of an index. A search may fetch about a thousand blocks; beyond
 * that it is refused, and the refusal names a narrower range.
 */
const postingsPerFetch = 800
/** Blooms that are compared between two steps, as if they were so many postings. */
const bloomsPerStep = 1_000
const postingsPerStep = 20

/**
 * The logs of a range, complete: a block whose bloom lacks an address or topic has no log with it, and the receipts of all others
 * are read.
 */
export function* bloomLogs(query: LogQuery, blocks: LightBlocks): Generator<FoundLog, void, undefined> {
  const mayMatch = bloomMatcher(query)
  const hashes: Hash[] = []
  const { onStep } = query
  for (let number = Math.max(0, query.fromBlock); number <= query.toBlock; number++) {
    if (number % bloomsPerStep === 0) onStep?.({ next: number, postings: postingsPerStep })
    const header = blocks.headerAt(number)
    if (header === undefined || !mayMatch(header.logsBloom)) continue
    const postings = blocks.hasReceipts(header.hash) ? 0 : postingsPerFetch
    onStep?.({ next: number, postings, blocks: 1 })
    hashes.push(header.hash)
  }
  yield* readAll(hashes, (hash) => logsOf(hash, query, blocks)).flat()
}

function bloomMatcher({ addresses, topics }: LogQuery): (bloom: Uint8Array) => boolean {
  const conditions: readonly (readonly Uint8Array[])[] = [addresses, ...topics].filter(
    ({ length }) => length > 0,
  )
  return (bloom) =>
    bloom.some((byte) => byte !== 0) &&
    conditions.every((alternatives) => alternatives.some((bytes) => mayHold(bloom, bytes)))
}
