import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { DamagedData } from '../../primitives/errors.ts'

/** The gas price tracker starts with this many blocks. */
const gasPriceBlocks = 50

/** The newest blocks with transactions, for the initial gas price. */
export function* recentBlocks(chain: Chain, onError: (error: unknown) => void): Generator<StoredBlock> {
  const { number: newest } = chain.head
  // The prices of blocks before a fork are not worth a request each.
  const first = Math.max(1, newest - gasPriceBlocks + 1, chain.firstNumber)
  for (let number = first; number <= newest; number++) {
    try {
      const block = chain.select(number)!
      if (block.transactions.length > 0) yield block
    } catch (error) {
      // A damaged block must not keep the node from starting: it can answer about all others.
      if (!(error instanceof DamagedData)) throw error
      onError(error)
    }
  }
}
