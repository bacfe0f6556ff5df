import type { Chain } from '../../chain/chain.ts'
import type { LogQuery } from '../../chain/logs/logQuery.ts'
import type { LogPlace, LogSink } from '../../chain/logs/logSink.ts'
import type { FlatLog } from '../../chain/storage/flatLog.ts'
import { Buffer } from '../../platform/buffer.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { cursorLeft, cursorUnknown, reversedRange } from '../errors/errors.ts'
import { JsonText } from '../json/jsonText.ts'
import { cursorText, type LogCursor, type LogPageRequest } from '../params/pagedLogFilter.ts'
import { type BlockName, wayBetween } from './branch.ts'
import { isMoving, numberOf, type SearchBudget, searchPage } from './logSearch.ts'
import { LogWriter } from './logWriter.ts'

interface PageSource {
  readonly network: Network
  readonly chain: Pick<Chain, 'block' | 'ancestor' | 'select' | 'searchLogs' | 'searchBlock' | 'head'>
}

/** The sink of a page has as many logs as it may. */
class PageFull extends Error {
  override readonly name = 'PageFull'
}

/** Leaves out logs that earlier pages had, and ends the search with the first log that the next page begins with. */
class PageSink implements LogSink {
  readonly #writer: LogWriter
  readonly #limit: number
  readonly #skipped: LogCursor | undefined
  /** After the logs so far. */
  end: LogCursor | undefined

  constructor(writer: LogWriter, { limit, cursor }: LogPageRequest) {
    this.#writer = writer
    this.#limit = limit
    this.#skipped = cursor
  }

  get count(): number {
    return this.#writer.count
  }

  get room(): number {
    return this.#limit - this.count
  }

  add(place: LogPlace, logIndex: number, log: FlatLog): void {
    const { blockNumber: number, blockHash: hash } = place
    const skipped = this.#skipped
    if (skipped?.nextLog !== undefined && number === skipped.number && logIndex < skipped.nextLog) return
    if (this.room === 0) {
      this.end = { number, hash, nextLog: logIndex }
      throw new PageFull()
    }
    this.#writer.add(place, logIndex, log)
    this.end = { number, hash, nextLog: logIndex + 1 }
  }
}

/**
 * The logs of a range from a cursor on, as many as the page may have, with the cursor of the next page. A page also ends when
 * its time or its work is over, after the blocks that were searched. The cursor is null when nothing can follow.
 */
export function logPage(request: LogPageRequest, node: PageSource, budget: SearchBudget): JsonText {
  const { filter, cursor } = request
  const { chain } = node
  if (cursor !== undefined) requireCanonical(cursor, chain)
  const first = numberOf(filter.fromBlock, node)
  const wanted = numberOf(filter.toBlock, node)
  if (first > wanted && !isMoving(filter.toBlock)) throw reversedRange()
  // Read before the search: after a reorganisation meanwhile, the client is told to undo more than it has, not less.
  const { head } = chain
  const from = cursor === undefined ? first : cursor.nextLog === undefined ? cursor.number + 1 : cursor.number
  const writer = new LogWriter()
  const sink = new PageSink(writer, request)
  const query = { ...filter, fromBlock: from, toBlock: Math.min(wanted, head.number) }
  const end = (from > query.toBlock ? undefined : endOf(query, head, chain, budget, sink)) ?? cursor
  const isOver =
    !isMoving(filter.toBlock) && end?.nextLog === undefined && (end?.number ?? from - 1) >= wanted
  return pageText(writer, end, isOver)
}

/** Searches, and returns where the page ends. */
function endOf(
  { fromBlock, toBlock, addresses, topics }: LogQuery,
  head: BlockName,
  chain: PageSource['chain'],
  budget: SearchBudget,
  sink: PageSink,
): LogCursor | undefined {
  try {
    const next = searchPage({ fromBlock, toBlock, addresses, topics }, chain, budget, sink)
    // Within a block that may have more logs.
    if (sink.end?.number === next) return sink.end
    const { number, hash } = chain.ancestor(head.hash, next - 1)!
    return { number, hash, nextLog: undefined }
  } catch (error) {
    if (error instanceof PageFull) return sink.end
    throw error
  }
}

/** Throws when the block of a cursor has left the chain: the client undoes some blocks and goes on from a cursor of ours. */
function requireCanonical({ number, hash }: BlockName, chain: PageSource['chain']): void {
  const canonical = number <= chain.head.number ? chain.select(number) : undefined
  if (canonical !== undefined && equalBytes(canonical.hash, hash)) return
  const way = wayBetween(hash, chain.head.hash, chain)
  const common = way && chain.select(way.meeting.number)
  if (way === undefined || common === undefined) throw cursorUnknown(number, toHex(hash))
  throw cursorLeft(number, {
    block: { number: toQuantity(common.number), hash: toHex(common.hash) },
    abandoned: way.branch.slice(0, way.meeting.left).map(toHex),
    cursor: cursorText({ number: common.number, hash: common.hash, nextLog: undefined }),
  })
}

/** The logs are long, and are not copied. */
function pageText(writer: LogWriter, end: LogCursor | undefined, isOver: boolean): JsonText {
  const block = end === undefined ? null : { number: toQuantity(end.number), hash: toHex(end.hash) }
  const cursor = end === undefined || isOver ? null : cursorText(end)
  const beginning = '{"logs":'
  const rest = `,"cursor":${JSON.stringify(cursor)},"block":${JSON.stringify(block)}}`
  const logs = writer.end()
  if (logs.pieces === undefined) return new JsonText(`${beginning}${logs.text}${rest}`)
  return new JsonText([Buffer.from(beginning), ...logs.pieces, Buffer.from(rest)])
}
