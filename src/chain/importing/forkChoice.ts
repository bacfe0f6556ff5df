import { compareBytes } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { HeaderRecord } from '../storage/headerRecord.ts'

/** The contribution of a block to the total difficulty of its branch, which includes the work of its uncles. */
export const weightOf = ({ header, uncles }: Block): bigint =>
  uncles.reduce((sum, uncle) => sum + uncle.difficulty, header.difficulty)

/** Whether a new block replaces the best one. */
export function isBetter(candidate: HeaderRecord, best: HeaderRecord): boolean {
  if (candidate.totalDifficulty !== best.totalDifficulty) {
    return candidate.totalDifficulty > best.totalDifficulty
  }
  return winsTie(candidate, best)
}

/**
 * With equal difficulty, more than double fees win, then the lower hash unless its fees are at most half; otherwise
 * the first stays.
 */
function winsTie({ header: candidate }: HeaderRecord, { header: best }: HeaderRecord): boolean {
  if (candidate.paidFees > 2n * best.paidFees) return true
  return best.paidFees < 2n * candidate.paidFees && compareBytes(candidate.hash, best.hash) < 0
}
