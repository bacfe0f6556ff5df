import type { Chain } from '../chain/chain.ts'
import type { StoredBlock } from '../chain/storage/storedBlock.ts'
import { type BlockHeader, gasLimitOf } from '../protocol/headers/header.ts'
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
export interface BestChainChange {
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
  /** The accounts after the best block. */
  accounts(): AccountReader
  /** Calls the listener after the best block changed. Returns a function that unsubscribes. */
  onHead(listener: (change: BestChainChange) => void): () => void
}

type FollowedChain = Pick<Chain, 'network' | 'head' | 'sharedState' | 'on'>

/** Limits of the next block of a development chain; they do not depend on the best block. */
interface ChosenLimits {
  readonly gasLimitTarget: bigint
  readonly minimumGasPriceTarget: bigint
}

/** Adapts a chain to the pool. */
export function followChain(chain: FollowedChain, chosen?: ChosenLimits): PoolChain {
  return {
    network: chain.network,
    get head() {
      const { number, header } = chain.head
      return {
        number,
        gasLimit: chosen?.gasLimitTarget ?? gasLimitOf(header),
        minimumGasPrice: chosen?.minimumGasPriceTarget ?? header.minimumGasPrice ?? 0n,
      }
    },
    accounts: () => chain.sharedState(chain.head),
    onHead: (listener) => followHead(chain, listener),
  }
}

/**
 * The chain emits adopted blocks twice: with the reorganisation, and then one by one. The listener is called
 * once. Transactions of abandoned blocks do not return to the pool after a rewind, which adds no block.
 */
function followHead(chain: FollowedChain, listener: (change: BestChainChange) => void): () => void {
  const known = new Set<StoredBlock>()
  const ends = [
    chain.on('reorg', ({ abandoned, adopted }) => {
      for (const block of adopted) known.add(block)
      listener({ abandoned: adopted.length === 0 ? [] : abandoned.toReversed(), added: adopted })
    }),
    chain.on('block', (block) => {
      if (!known.delete(block)) listener({ abandoned: [], added: [block] })
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
