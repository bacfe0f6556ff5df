import type { Chain } from '../chain/chain.ts'
import type { Reorganisation } from '../chain/importing/events.ts'
import type { StoredBlock } from '../chain/storage/storedBlock.ts'
import { CodeCache } from '../state/codeCache.ts'
import { State } from '../state/state.ts'
import type { Trie } from '../trie/trie.ts'
import type { HeadChange, PoolChain } from './poolChain.ts'

type FollowedChain = Pick<Chain, 'network' | 'head' | 'trieAt' | 'on'>

/** The pool reads no code. */
const noCodes = new CodeCache(0)

/** Calls that get the same reader: a state keeps every account that it reads. */
const mostUses = 16

/** Adapts a chain to the pool. */
export function followChain(chain: FollowedChain): PoolChain {
  let latest: { readonly trie: Trie; readonly state: State; uses: number } | undefined
  return {
    network: chain.network,
    get head() {
      return chain.head.header
    },
    accounts() {
      const trie = chain.trieAt('latest')
      if (!trie) throw new Error('the chain has no state at its head')
      if (latest?.trie !== trie || latest.uses++ >= mostUses) {
        latest = { trie, state: new State(trie, noCodes), uses: 1 }
      }
      return latest.state
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
