import type { Chain } from '../../chain/chain.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { encodeBlock } from '../../protocol/block.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'

/** The blocks of the best chain from a number to another, both included, each the parent of the next. */
export function* canonicalBlocks(
  chain: Pick<Chain, 'select'>,
  from: number,
  to: number,
): Generator<{ readonly number: number; readonly hash: Hash; readonly rlp: Uint8Array }, void, undefined> {
  let last: Hash | undefined
  for (let number = from; number <= to; number++) {
    const block = chain.select(number)
    const follows = block && (last === undefined || equalBytes(block.header.parentHash, last))
    if (!follows) {
      throw new CommandFailure(
        `the chain was reorganised at block ${number} during the export: run the export again`,
      )
    }
    last = block.hash
    yield { number, hash: block.hash, rlp: encodeBlock(block) }
  }
}
