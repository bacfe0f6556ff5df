import type { Chain } from '../../chain/chain.ts'
import { followChain } from '../../pool/followChain.ts'
import type { HeadChange, PoolChain } from '../../pool/poolChain.ts'

/**
 * Adapts a chain to the pool of a node. Transactions of abandoned blocks return to the pool after a reorganisation,
 * but not after a rewind, which adds no block: the pool then gets an empty change.
 */
export function poolOverChain(chain: Chain): PoolChain {
  const followed = followChain(chain)
  const noChange: HeadChange = { abandoned: [], added: [] }
  return {
    network: followed.network,
    get head() {
      return followed.head
    },
    accounts: () => followed.accounts(),
    onHead: (listener) =>
      followed.onHead((change) => listener(change.added.length === 0 ? noChange : change)),
  }
}
