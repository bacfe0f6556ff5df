import type { Chain } from '../../chain/chain.ts'
import type { LogPlace, LogSink } from '../../chain/logs/logSink.ts'
import type { FlatLog } from '../../chain/storage/flatLog.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { cursorLeft, cursorUnknown, executionTimeout, RpcError, reversedRange } from '../errors/errors.ts'
import { JsonText } from '../json/jsonText.ts'
import { cursorText, type LogCursor, type LogPageRequest } from '../params/pagedLogFilter.ts'
import { type BlockName, wayBetween } from './branch.ts'
import { isMoving, numberOf, type SearchBudget, searchRange } from './logSearch.ts'
import { LogWriter } from './logWriter.ts'

interface PageSource {
  readonly network: Network
  readonly chain: Pick<Chain, 'block' | 'ancestor' | 'select' | 'searchLogs' | 'searchBlock' | 'head'>
}

/** Blocks that are searched between two looks at the time. */
const stretchLength = 100_000

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

  add(place: LogPlace, logIndex: number, log: FlatLog): void {
    const { blockNumber: number, blockHash: hash } = place
    const skipped = this.#skipped
    if (skipped?.nextLog !== undefined && number === skipped.number && logIndex < skipped.nextLog) return
    if (this.count === this.#limit) {
      this.end = { number, hash, nextLog: logIndex }
      throw new PageFull()
    }
    this.#writer.add(place, logIndex, log)
    this.end = { number, hash, nextLog: logIndex + 1 }
  }
}

/**
 * The logs of a range from a cursor on, as many as the page may have, with the cursor of the next page. A page also ends when
 * its time is over, after the blocks that were searched. The cursor is null when nothing can follow.
 */
export function logPage(request: LogPageRequest, node: PageSource, budget: SearchBudget): JsonText {
  const { filter, cursor } = request
  const { chain } = node
  if (cursor !== undefined) requireCanonical(cursor, chain)
  const first = numberOf(filter.fromBlock, node)
  const wanted = numberOf(filter.toBlock, node)
  if (first > wanted && !isMoving(filter.toBlock)) throw reversedRange()
  const last = Math.min(wanted, chain.head.number)
  const from = cursor === undefined ? first : cursor.nextLog === undefined ? cursor.number + 1 : cursor.number
  const writer = new LogWriter()
  const sink = new PageSink(writer, request)
  const end = searchTo(last, { ...filter, fromBlock: from }, chain, budget, sink) ?? cursor
  const isOver =
    !isMoving(filter.toBlock) && end?.nextLog === undefined && (end?.number ?? from - 1) >= wanted
  return pageText(writer, end, isOver)
}

type Query = Pick<LogPageRequest['filter'], 'addresses' | 'topics'> & { readonly fromBlock: number }

/** Where the search ended; undefined when there is no block to search yet. */
function searchTo(
  last: number,
  { fromBlock, addresses, topics }: Query,
  chain: PageSource['chain'],
  budget: SearchBudget,
  sink: PageSink,
): LogCursor | undefined {
  let end: LogCursor | undefined
  for (let from = fromBlock; from <= last; from += stretchLength) {
    const toBlock = Math.min(last, from + stretchLength - 1)
    // Read before the search: after a reorganisation meanwhile, the client is told to undo more than it has, not less.
    const block = chain.select(toBlock)
    if (block === undefined) return end
    try {
      searchRange({ fromBlock: from, toBlock, addresses, topics }, chain, budget, sink)
    } catch (error) {
      if (error instanceof PageFull) return sink.end
      const found = sink.end ?? end
      if (isTimeout(error) && found !== undefined) return found
      throw error
    }
    end = { number: block.number, hash: block.hash, nextLog: undefined }
    sink.end = end
  }
  return end
}

const isTimeout = (error: unknown): boolean =>
  error instanceof RpcError && error.code === executionTimeout().code

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
