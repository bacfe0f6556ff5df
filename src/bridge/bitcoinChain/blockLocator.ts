import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { BitcoinChain, startingBlock } from './chain.ts'

/** Maximum number of hashes after the head's. */
const maximumHashes = 100

/** Until RSKIP89: hashes of main-chain blocks at doubling distances from the head, and of the starting block. */
export function blockLocator(context: BridgeContext): readonly string[] {
  const chain = BitcoinChain.open(context)
  const first = startingBlock(context)
  let block = chain.head
  const { height } = block
  const hashes = [toHexDigits(block.header.hash)]
  for (let step = 1; height > first.height && hashes.length <= maximumHashes; step *= 2) {
    if (height - step <= first.height) return [...hashes, toHexDigits(first.header.hash)]
    while (block.height > height - step) {
      const parent = chain.parent(block)
      if (!parent) throw new DecodeError('Bitcoin chain', 'is not stored down to its first block')
      block = parent
    }
    hashes.push(toHexDigits(block.header.hash))
  }
  return hashes
}
