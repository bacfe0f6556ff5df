import type { Chain } from '../../chain/chain.ts'
import type { ImportOutcome } from '../../chain/importing/outcome.ts'
import type { BlockResult } from '../../execution/block/executeBlock.ts'
import type { ChainReader } from '../../native/nativeContext.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { CodeCache } from '../../state/codeCache.ts'
import type { Trie } from '../../trie/trie.ts'

/** The part of the transaction pool that mining uses. */
export interface MiningPool {
  readonly pendingCount: number
  /** In the order of a block: by nonce within a sender, the highest gas price first among senders. */
  inExecutionOrder(): Iterable<Transaction>
  /** Drops a transaction that cannot be executed. */
  remove(hash: Hash): void
  /** Calls the listener after transactions became pending. Returns a function that unsubscribes. */
  onPending(listener: () => void): () => void
  /** As `onPending`, before all other listeners, which do not hear of the transactions if this one throws. */
  onPendingFirst(listener: (transactions: readonly Transaction[]) => void): () => void
}

/** The part of the chain that mining uses. */
export interface MiningChain extends ChainReader {
  readonly network: Network
  readonly codes: CodeCache
  /** The best block. */
  readonly head: Block
  /** The state after a stored block. */
  stateAfter(hash: Hash): Trie
  /** `execution` is that of a block that was assembled here, whose proof of work is known to be valid. */
  import(block: Block, execution?: BlockResult): ImportOutcome
}

type MinedChain = Pick<
  Chain,
  'network' | 'head' | 'trieAt' | 'import' | 'extend' | 'block' | 'ancestor' | 'totalDifficulty'
>

const codeCacheBytes = 16 << 20

/** Adapts a chain to mining. */
export function miningChain(chain: MinedChain): MiningChain {
  return {
    network: chain.network,
    codes: new CodeCache(codeCacheBytes),
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
    import: (block, execution) =>
      execution === undefined ? chain.import(block) : chain.extend(block, execution),
  }
}
