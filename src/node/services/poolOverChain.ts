import type { Chain } from '../../chain/chain.ts'
import type { MiningSettings } from '../../mining/inputs/miningSettings.ts'
import { followChain } from '../../pool/followChain.ts'
import type { HeadChange, PoolChain, PoolHead } from '../../pool/poolChain.ts'
import { signedBytes } from '../../primitives/integers.ts'

/**
 * Adapts a chain to the pool of a node. Transactions of abandoned blocks return to the pool after a reorganisation,
 * but not after a rewind, which adds no block: the pool then gets an empty change.
 */
export function poolOverChain(chain: Chain, settings: MiningSettings): PoolChain {
  const followed = followChain(chain)
  let last: PoolHead | undefined
  let lastTarget: bigint | undefined
  const noChange: HeadChange = { abandoned: [], added: [] }
  return {
    network: followed.network,
    get head() {
      const { head } = followed
      if (!chain.network.isDevelopment) return head
      // The next block has what the developer chose, whatever the best one has.
      const { gasLimitTarget, minimumGasPriceTarget: minimumGasPrice } = settings
      // The pool keeps what it derives from a head as long as it gets the same object.
      if (last === undefined || lastTarget !== gasLimitTarget) {
        lastTarget = gasLimitTarget
        last = { number: head.number, gasLimit: signedBytes(gasLimitTarget), minimumGasPrice }
      } else if (last.number !== head.number || last.minimumGasPrice !== minimumGasPrice) {
        last = { number: head.number, gasLimit: last.gasLimit, minimumGasPrice }
      }
      return last
    },
    accounts: () => followed.accounts(),
    onHead: (listener) =>
      followed.onHead((change) => listener(change.added.length === 0 ? noChange : change)),
  }
}
