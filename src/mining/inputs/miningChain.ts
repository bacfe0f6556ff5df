import type { Chain } from '../../chain/chain.ts'
import type { ChainReader } from '../../native/nativeContext.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'

/** The part of the transaction pool that mining uses. */
export interface MiningPool {
  readonly pendingCount: number
  /** In the order of a block: by nonce within a sender, the highest gas price first among senders. */
  inExecutionOrder(): Iterable<Transaction>
  /** Drops a transaction that cannot be executed. */
  remove(hash: Hash): void
  /** Calls the listener after transactions became pending. Returns a function that unsubscribes. */
  onPending(listener: () => void): () => void
}

/** The part of the chain that mining uses. */
export interface MiningChain
  extends ChainReader,
    Pick<Chain, 'network' | 'codes' | 'trieAt' | 'import' | 'extend'> {
  /** The best block. */
  readonly head: Block
}
