import type { Chain } from '../../chain/chain.ts'
import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { FoundLog } from '../../chain/logs/logQuery.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { executionTimeout } from '../errors/errors.ts'
import { type SearchBudget, searchRange } from './logSearch.ts'

/** A block and its ancestors down to a height, on any branch. */
export interface BranchPart {
  readonly newest: Hash
  readonly oldest: number
}

type BranchedChain = Pick<Chain, 'block' | 'isCanonical' | 'logs' | 'logsOf'> & {
  readonly head: { readonly number: number }
}

/** The logs of blocks that have left the best chain, newest block first. */
export function abandonedLogs(
  part: BranchPart,
  criterion: LogCriterion,
  chain: BranchedChain,
  budget: SearchBudget,
): FoundLog[] {
  return blockByBlock(part, criterion, chain, budget).flat()
}

/**
 * The logs of blocks that have joined the best chain, oldest first. When they have left it again meanwhile, their logs are
 * answered all the same: those are the blocks that the caller counts as delivered.
 */
export function joinedLogs(
  part: BranchPart,
  criterion: LogCriterion,
  chain: BranchedChain,
  budget: SearchBudget,
): FoundLog[] {
  const newest = chain.block(part.newest)
  if (newest === undefined || !chain.isCanonical(newest)) {
    return blockByBlock(part, criterion, chain, budget).reverse().flat()
  }
  const { addresses, topics } = criterion
  return searchRange({ fromBlock: part.oldest, toBlock: newest.number, addresses, topics }, chain, budget)
}

/** The logs of a block that is not stored any more cannot be delivered. */
function blockByBlock(
  { newest, oldest }: BranchPart,
  criterion: LogCriterion,
  chain: BranchedChain,
  { deadline, work }: SearchBudget,
): FoundLog[][] {
  const found: FoundLog[][] = []
  let block: StoredBlock | undefined = chain.block(newest)
  while (block !== undefined && block.number >= oldest) {
    if (deadline.isOver) throw executionTimeout()
    const logs = chain.logsOf(block, criterion)
    work.addLogs(logs.length)
    found.push(logs)
    block = chain.block(block.header.parentHash)
  }
  return found
}
