import type { FoundLog } from '../../../chain/logs/logSink.ts'
import { maximumLogs, uncappedBlocks } from '../../../chain/logs/tooManyLogs.ts'
import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import {
  ambiguousLogCount,
  belowFork,
  blockHashNotFound,
  invalidPageSize,
  reversedRange,
} from '../../errors/errors.ts'
import { isGiven, isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { latestLogs, latestLogsIn } from '../../logs/latestLogs.ts'
import { isMoving, numberOf } from '../../logs/logSearch.ts'
import { rangeOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { firstWithLogs } from '../../node/selection.ts'
import { type LogFilter, logFilter, logFilterEnds } from '../../params/logFilter.ts'
import { type Codec, optional, required } from '../../params/parameter.ts'
import { logSchema, logShape } from '../../shapes/logShape.ts'
import { wholeNumber } from '../ots/wholeNumbers.ts'

/** As Erigon: the last 200 logs. */
const defaultLogCount = 200

interface LatestLogsOptions {
  readonly logCount: number
  readonly blockCount: number
  readonly anyPosition: boolean
}

/** Without `fromBlock` the range begins with the first block. */
const filterFromStart: Codec<LogFilter & { readonly isOpen: boolean }> = {
  schema: logFilter.schema,
  decode: (value) => ({
    ...logFilter.decode(value),
    isOpen: !isJsonObject(value) || value['fromBlock'] === undefined,
  }),
}

const options: Codec<LatestLogsOptions> = {
  schema: schema.objectWith({
    logCount: wholeNumber.schema,
    blockCount: wholeNumber.schema,
    ignoreTopicsOrder: schema.boolean,
  }),
  decode(value) {
    const { logCount, blockCount, ignoreTopicsOrder } = isJsonObject(value) ? value : {}
    const logs = isGiven(logCount) ? countIn(logCount, maximumLogs) : 0
    const blocks = isGiven(blockCount) ? countIn(blockCount, uncappedBlocks) : 0
    if (logs > 0 && blocks > 0) throw ambiguousLogCount()
    return {
      logCount: logs + blocks === 0 ? defaultLogCount : logs || Number.POSITIVE_INFINITY,
      blockCount: blocks || Number.POSITIVE_INFINITY,
      anyPosition: ignoreTopicsOrder === true,
    }
  },
}

function countIn(value: unknown, maximum: number): number {
  const count = wholeNumber.decode(value)
  if (count > maximum) throw invalidPageSize(maximum)
  return count
}

export const erigonGetLatestLogs = defineRead({
  name: 'erigon_getLatestLogs',
  summary:
    'The last logs of a range that match a filter, newest first: `logCount` of them (200 by default), or those of the last `blockCount` blocks that have some. With `ignoreTopicsOrder` a log matches with one of the topics at any position. The range begins with the first block by default.',
  params: [
    required('filter', filterFromStart),
    optional<LatestLogsOptions, LatestLogsOptions>('options', options, options.decode({})),
  ],
  result: schema.arrayOf(schema.bothOf(logSchema, schema.objectOf({ timestamp: schema.quantity }))),
  cost: 20,
  asks: rangeOf('filter', logFilterEnds),
  upstream: 'never',
  handler([filter, { logCount, blockCount, anyPosition }], context) {
    const { node } = context
    const { chain } = node
    const { addresses, topics } = filter
    const query = { addresses, topics, maximumLogs: logCount, maximumBlocks: blockCount, anyPosition }
    if (filter.blockHash !== undefined) {
      const block = chain.block(filter.blockHash)
      if (block === undefined) throw blockHashNotFound(toHex(filter.blockHash), chain.head.number)
      return latestLogsIn(block, query, chain, context).map(erigonShape)
    }
    const first = firstWithLogs(chain)
    const fromBlock = filter.isOpen ? first : numberOf(filter.fromBlock, node)
    if (chain.firstNumber > 0 && fromBlock < first) throw belowFork(first)
    const wanted = numberOf(filter.toBlock, node)
    if (fromBlock > wanted && !isMoving(filter.toBlock)) throw reversedRange()
    const toBlock = Math.min(wanted, chain.head.number)
    return latestLogs({ ...query, fromBlock, toBlock }, chain, context).map(erigonShape)
  },
})

const erigonShape = (found: FoundLog) => ({
  ...logShape(found),
  timestamp: toQuantity(found.blockTimestamp ?? 0),
})
