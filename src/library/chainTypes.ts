import type { Address, Hash, Hex } from './hexTypes.ts'

/** A block. */
export interface ChainBlock {
  readonly number: number
  readonly hash: Hash
  readonly parentHash: Hash
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly miner: Address
  readonly stateRoot: Hash
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** In wei. */
  readonly minimumGasPrice: bigint
  readonly difficulty: bigint
  /** Hashes of its transactions, without that of REMASC unless `skipRemasc` is off. */
  readonly transactions: readonly Hash[]
}

/** A transaction. One that is pending has no block. */
export interface ChainTransaction {
  readonly hash: Hash
  readonly from: Address
  /** Null if it creates a contract. */
  readonly to: Address | null
  readonly nonce: bigint
  /** In wei. */
  readonly value: bigint
  readonly gas: bigint
  readonly gasPrice: bigint
  readonly input: Hex
  readonly blockNumber: number | undefined
  readonly blockHash: Hash | undefined
  readonly transactionIndex: number | undefined
}

export interface ChainReceipt {
  readonly transactionHash: Hash
  readonly transactionIndex: number
  readonly blockNumber: number
  readonly blockHash: Hash
  readonly status: 'success' | 'reverted'
  readonly gasUsed: bigint
  /** Null unless the transaction creates a contract. */
  readonly contractAddress: Address | null
  readonly logs: readonly ChainLog[]
}

export interface ChainLog {
  readonly address: Address
  readonly topics: readonly Hash[]
  readonly data: Hex
}

/** Blocks left the canonical chain. */
export interface ChainReorganisation {
  readonly commonAncestor: ChainBlock
  /** Newest first. */
  readonly abandoned: readonly ChainBlock[]
  /** Blocks that joined it, oldest first; empty when the chain was rewound to an ancestor. */
  readonly adopted: readonly ChainBlock[]
}

export interface ChainEvents {
  block: [ChainBlock]
  reorg: [ChainReorganisation]
}

/** Reads the chain without JSON-RPC: values at once, numbers and bigints instead of hex. */
export interface ChainView {
  /** The best block. */
  readonly head: ChainBlock
  /** Finds a block by number or hash; undefined for an unknown one. */
  block(which: number | Hash): ChainBlock | undefined
  /** Finds a mined transaction by its hash; undefined for an unknown one. */
  transaction(hash: Hash): ChainTransaction | undefined
  /** Finds the receipt of a mined transaction by its hash; undefined for an unknown one. */
  receipt(hash: Hash): ChainReceipt | undefined
  /** The balance of an account in wei after a block, the best one by default. */
  balance(address: Address, block?: number | Hash): bigint
  on<Name extends keyof ChainEvents>(name: Name, listener: (...event: ChainEvents[Name]) => void): this
  off<Name extends keyof ChainEvents>(name: Name, listener: (...event: ChainEvents[Name]) => void): this
}
