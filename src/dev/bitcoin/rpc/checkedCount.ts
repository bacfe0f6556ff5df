import { bitcoinError } from '../bitcoinError.ts'

/** Blocks that one request may mine: a few seconds of work. */
const mostBlocks = 10_000

export function checkedCount(count: number): number {
  if (count < 0 || count > mostBlocks) {
    throw bitcoinError('invalidParameter', `nblocks must be between 0 and ${mostBlocks}, not ${count}`)
  }
  return count
}
