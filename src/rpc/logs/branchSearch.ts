import type { Chain } from '../../chain/chain.ts'
import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { LogSink } from '../../chain/logs/logSink.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { type SearchBudget, searchBlock, searchRange } from './logSearch.ts'

/** A block and its ancestors down to a height, on any branch. */
export interface BranchPart {
  readonly newest: Hash
  readonly oldest: number
}

type BranchedChain = Pick<Chain, 'block' | 'isCanonical' | 'searchLogs' | 'searchBlock'> & {
  readonly head: { readonly number: number }
}

/** Gives the logs of blocks that have left the best chain to a sink, newest block first. */
export function abandonedLogs(
  part: BranchPart,
  criterion: LogCriterion,
  chain: BranchedChain,
  budget: SearchBudget,
  sink: LogSink,
): void {
  for (const block of branchBlocks(part, chain)) searchBlock(block, criterion, chain, budget, sink)
}

/**
 * Gives the logs of blocks that have joined the best chain to a sink, oldest first. When they have left it again meanwhile,
 * their logs are answered all the same: those are the blocks that the caller counts as delivered.
 */
export function joinedLogs(
  part: BranchPart,
  criterion: LogCriterion,
  chain: BranchedChain,
  budget: SearchBudget,
  sink: LogSink,
): void {
  const newest = chain.block(part.newest)
  if (newest === undefined || !chain.isCanonical(newest)) {
    const blocks = [...branchBlocks(part, chain)].reverse()
    for (const block of blocks) searchBlock(block, criterion, chain, budget, sink)
    return
  }
  const { addresses, topics } = criterion
  searchRange({ fromBlock: part.oldest, toBlock: newest.number, addresses, topics }, chain, budget, sink)
}

/** Newest first. The logs of a block that is not stored any more cannot be delivered. */
function* branchBlocks({ newest, oldest }: BranchPart, chain: BranchedChain): Generator<StoredBlock> {
  let block = chain.block(newest)
  while (block !== undefined && block.number >= oldest) {
    yield block
    block = chain.block(block.header.parentHash)
  }
}
