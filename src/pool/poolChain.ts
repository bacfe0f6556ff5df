import type { BlockHeader } from '../protocol/headers/header.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'

/* The part of the chain that the pool uses. */

/** What the next block takes from the best one. */
export interface PoolHead {
  readonly number: number
  readonly gasLimit: bigint
  readonly minimumGasPrice: bigint
}

export interface PoolBlock {
  readonly header: Pick<BlockHeader, 'gasUsed' | 'gasLimit' | 'minimumGasPrice'>
  readonly transactions: readonly Transaction[]
}

/** A change of the best chain; both lists are in chain order, oldest block first. */
export interface HeadChange {
  readonly abandoned: readonly PoolBlock[]
  readonly added: readonly PoolBlock[]
}

export interface AccountReader {
  exists(address: Uint8Array): boolean
  nonce(address: Uint8Array): bigint
  balance(address: Uint8Array): bigint
  isContract(address: Uint8Array): boolean
  code(address: Uint8Array): { readonly bytes: Uint8Array } | undefined
}

export interface PoolChain {
  readonly network: Network
  /** The best block. */
  readonly head: PoolHead
  /**
   * The accounts after the best block. Only a few calls return the same reader: a state caches every account it reads, so
   * one that is kept until the next block would grow with each transaction from an unknown sender.
   */
  accounts(): AccountReader
  /** Calls the listener after the best block changed. Returns a function that unsubscribes. */
  onHead(listener: (change: HeadChange) => void): () => void
}
