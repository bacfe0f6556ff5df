import { equalBytes } from '../../primitives/bytes.ts'
import { winsTie } from '../../protocol/headers/header.ts'
import type { Blocks } from '../storage/blocks.ts'
import type { HeaderRecord } from '../storage/headerRecord.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import type { Events, Reorganisation } from './events.ts'

/** Whether a new block replaces the best one. */
export function isBetter(candidate: HeaderRecord, best: HeaderRecord): boolean {
  const { totalDifficulty } = best
  if (candidate.totalDifficulty !== totalDifficulty) return candidate.totalDifficulty > totalDifficulty
  return winsTie(candidate.header, best.header)
}

/** The blocks between the best block and a block of another branch. */
export function branchesTo(target: StoredBlock, blocks: Blocks): Reorganisation {
  const { head } = blocks
  if (equalBytes(target.hash, head.hash)) return { commonAncestor: target, abandoned: [], adopted: [] }
  const adopted: StoredBlock[] = []
  let commonAncestor = target
  while (commonAncestor.number > head.number || !blocks.isCanonical(commonAncestor.header)) {
    adopted.push(commonAncestor)
    commonAncestor = parentOf(commonAncestor, blocks)
  }
  const abandoned: StoredBlock[] = []
  let leaving = head
  while (!equalBytes(leaving.hash, commonAncestor.hash)) {
    abandoned.push(leaving)
    leaving = parentOf(leaving, blocks)
  }
  return { commonAncestor, abandoned, adopted: adopted.reverse() }
}

const parentOf = (block: StoredBlock, blocks: Blocks): StoredBlock => blocks.expect(block.header.parentHash)

/** Maximum number of blocks per call; a writer that catches up stores more, and the next call announces the rest. */
const maximumStep = 256

/**
 * Announces the blocks that left and joined the best chain after `since`, for a chain whose store another process writes.
 * Returns the newest block that was announced. Call it within one snapshot of the store.
 */
export function announceWritten(since: StoredBlock, blocks: Blocks, events: Events): StoredBlock {
  const abandoned: StoredBlock[] = []
  let commonAncestor = since
  while (!blocks.isCanonical(commonAncestor.header)) {
    abandoned.push(commonAncestor)
    commonAncestor = blocks.expect(commonAncestor.header.parentHash)
  }
  const last = Math.min(blocks.head.number, commonAncestor.number + maximumStep)
  const adopted: StoredBlock[] = []
  for (let number = commonAncestor.number + 1; number <= last; number++) {
    adopted.push(blocks.expectCanonical(number))
  }
  if (abandoned.length > 0) events.emit('reorg', { commonAncestor, abandoned, adopted })
  for (const block of adopted) events.emit('block', block)
  return adopted.at(-1) ?? commonAncestor
}
