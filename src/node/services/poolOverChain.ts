import type { Chain } from '../../chain/chain.ts'
import { followChain } from '../../pool/followChain.ts'
import type { HeadChange, PoolChain } from '../../pool/poolChain.ts'

/**
 * A chain as the pool of a node sees it. Transactions of blocks that lost to others wait again, but a rewound
 * chain takes its transactions back for good: it adds no block, and here it abandons none.
 */
export function poolOverChain(chain: Chain): PoolChain {
  const followed = followChain(chain)
  const nothing: HeadChange = { abandoned: [], added: [] }
  return {
    network: followed.network,
    get head() {
      return followed.head
    },
    accounts: () => followed.accounts(),
    onHead: (listener) => followed.onHead((change) => listener(change.added.length === 0 ? nothing : change)),
  }
}
