import type { Chain } from '../chain/chain.ts'
import type { Reorganisation } from '../chain/importing/events.ts'
import type { StoredBlock } from '../chain/storage/storedBlock.ts'
import type { HeadChange, PoolChain } from './poolChain.ts'

type FollowedChain = Pick<Chain, 'network' | 'head' | 'stateAt' | 'on'>

/** Adapts a chain to the pool. */
export function followChain(chain: FollowedChain): PoolChain {
  return {
    network: chain.network,
    get head() {
      return chain.head.header
    },
    accounts() {
      const state = chain.stateAt('latest')
      if (!state) throw new Error('the chain has no state at its head')
      return state
    },
    onHead: (listener) => followHead(chain, listener),
  }
}

/**
 * The chain emits adopted blocks twice: with the reorganisation, and then one by one. The listener is called
 * once.
 */
function followHead(chain: FollowedChain, listener: (change: HeadChange) => void): () => void {
  const known = new Set<StoredBlock>()
  const onReorganisation = ({ abandoned, adopted }: Reorganisation): void => {
    for (const block of adopted) known.add(block)
    listener({ abandoned: abandoned.toReversed(), added: adopted })
  }
  const onBlock = (block: StoredBlock): void => {
    if (!known.delete(block)) listener({ abandoned: [], added: [block] })
  }
  const ends = [chain.on('reorg', onReorganisation), chain.on('block', onBlock)]
  return () => {
    for (const end of ends) end()
  }
}
