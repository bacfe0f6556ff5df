import type { BlockHeader } from '../protocol/headers/header.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'

/* What the pool must know of the chain, and no more. */

export type PoolHead = Pick<BlockHeader, 'number' | 'gasLimit' | 'minimumGasPrice'>

export interface PoolBlock {
  readonly header: Pick<BlockHeader, 'gasUsed' | 'gasLimit' | 'minimumGasPrice'>
  readonly transactions: readonly Transaction[]
}

/** How the best chain changed; both lists are in chain order, oldest block first. */
export interface HeadChange {
  readonly abandoned: readonly PoolBlock[]
  readonly added: readonly PoolBlock[]
}

export interface AccountReader {
  exists(address: Uint8Array): boolean
  nonce(address: Uint8Array): bigint
  balance(address: Uint8Array): bigint
  isContract(address: Uint8Array): boolean
}

export interface PoolChain {
  readonly network: Network
  /** The best block. */
  readonly head: PoolHead
  /**
   * The accounts after the best block. Every call gives a new reader: a state remembers whatever it is asked
   * for, so one that lived until the next block would grow with every transaction from a made-up sender.
   */
  accounts(): AccountReader
  /** Calls the listener after the best block changed. The answer ends that. */
  onHead(listener: (change: HeadChange) => void): () => void
}
