import type { Chain } from '../../chain/chain.ts'
import type { ImportOutcome } from '../../chain/importing/outcome.ts'
import type { ChainReader } from '../../native/nativeContext.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { CodeCache } from '../../state/codeCache.ts'
import { LatestState } from '../../state/latestState.ts'
import type { Trie } from '../../trie/trie.ts'

/** The part of the chain that mining uses. */
export interface MiningChain extends ChainReader {
  readonly network: Network
  readonly codes: CodeCache
  readonly latest: LatestState
  /** The best block. */
  readonly head: Block
  /** The state after a stored block. */
  stateAfter(hash: Hash): Trie
  /** `origin` is `own` for a block whose roots, proof of work and fork-detection data this node computed, which it need not check again. */
  import(block: Block, origin?: 'own'): ImportOutcome
  /**
   * Calls the listener with valid blocks that are not, or no longer, on the best chain. Returns a function that
   * unsubscribes.
   */
  onLoser(listener: (header: BlockHeader) => void): () => void
  /** Calls the listener when the best chain changes to another branch. Returns a function that unsubscribes. */
  onReorganisation(listener: (abandoned: readonly Block[], adopted: readonly Block[]) => void): () => void
}

type MinedChain = Pick<
  Chain,
  'network' | 'head' | 'trieAt' | 'import' | 'on' | 'block' | 'ancestor' | 'totalDifficulty'
>

/** The execution of an assembled block has checked its nonces. */
const rulesOfOwnBlocks = [
  'transactions-root',
  'uncles-hash',
  'proof-of-work',
  'fork-detection',
  'transaction-nonces',
] as const

const codeCacheBytes = 16 << 20

/** Adapts a chain to mining. */
export function miningChain(chain: MinedChain): MiningChain {
  return {
    network: chain.network,
    codes: new CodeCache(codeCacheBytes),
    latest: new LatestState(),
    get head() {
      return chain.head
    },
    stateAfter(hash) {
      const trie = chain.trieAt(hash)
      if (!trie) throw new RangeError('the parent of a new block must be stored')
      return trie
    },
    block: (hash) => chain.block(hash),
    ancestor: (descendant, number) => chain.ancestor(descendant, number),
    totalDifficulty: (hash) => chain.totalDifficulty(hash),
    import: (block, origin) => chain.import(block, origin === 'own' ? rulesOfOwnBlocks : []),
    onReorganisation: (listener) =>
      chain.on('reorg', ({ abandoned, adopted }) => listener(abandoned, adopted)),
    onLoser(listener) {
      const ends = [
        chain.on('side', ({ header }) => listener(header)),
        chain.on('reorg', ({ abandoned }) => {
          for (const { header } of abandoned) listener(header)
        }),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
