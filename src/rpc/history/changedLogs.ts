import type { LogSink } from '../../chain/logs/logSink.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { wayTo } from '../../chain/wayTo.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { filterNotFound } from '../errors/errors.ts'
import { isMoving, numberOf, type SearchBudget, searchBlock, searchRange } from '../logs/logSearch.ts'
import type { ReadNode } from '../node/readNode.ts'
import type { RangeLogFilter } from '../params/logFilter.ts'

/** A log sink that tells removed logs from others. */
export interface ChangeSink extends LogSink {
  isRemoved: boolean
}

/**
 * Gives the logs since a block, up to a tip, to a sink: those of blocks that have left the chain, newest block first, then
 * those of blocks that have joined it, oldest first. They are the same when the tip has left the chain meanwhile, because the
 * caller counts its blocks as delivered.
 */
export function changedLogs(
  from: Hash,
  tipHash: Hash,
  criterion: RangeLogFilter,
  node: Pick<ReadNode, 'chain' | 'network'>,
  budget: SearchBudget,
  sink: ChangeSink,
): void {
  const { chain } = node
  const tip = chain.block(tipHash)
  const way = tip && wayTo(from, tip, chain)
  if (tip === undefined || way === undefined) throw filterNotFound()
  const [first, last] = rangeOf(criterion, node)
  const search = (blocks: readonly StoredBlock[]): void => {
    for (const block of blocks) {
      if (block.number >= first && block.number <= last) searchBlock(block, criterion, chain, budget, sink)
    }
  }
  sink.isRemoved = true
  search(way.left)
  sink.isRemoved = false
  if (!chain.isCanonical(tip)) {
    search(wayTo(tipHash, way.common, chain)?.left.toReversed() ?? [])
    return
  }
  const fromBlock = Math.max(way.common.number + 1, first)
  const toBlock = Math.min(tip.number, last)
  const { addresses, topics } = criterion
  if (fromBlock <= toBlock) searchRange({ fromBlock, toBlock, addresses, topics }, chain, budget, sink)
}

/** Fixed ends bound the logs that a filter delivers; ends that move with the chain do not. */
function rangeOf({ fromBlock, toBlock }: RangeLogFilter, node: Pick<ReadNode, 'chain' | 'network'>) {
  const first = isMoving(fromBlock) ? 0 : numberOf(fromBlock, node)
  const last = isMoving(toBlock) ? Number.MAX_SAFE_INTEGER : numberOf(toBlock, node)
  return [first, last] as const
}
