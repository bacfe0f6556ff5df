/* The answers of the node that the pages read, as far as they read them. QUANTITY and DATA are hex texts. */

export type Hex = `0x${string}`

export interface Block {
  readonly number: Hex
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: Hex
  readonly miner: Hex
  readonly gasUsed: Hex
  readonly gasLimit: Hex
  readonly size: Hex
  readonly difficulty: Hex
  readonly totalDifficulty: Hex
  readonly minimumGasPrice: Hex
  readonly extraData: Hex
  readonly stateRoot: Hex
  readonly transactionsRoot: Hex
  readonly receiptsRoot: Hex
  readonly paidFees?: Hex
  readonly cumulativeDifficulty?: Hex
  readonly hashForMergedMining?: Hex
  readonly bitcoinMergedMiningHeader?: Hex
  readonly bitcoinMergedMiningCoinbaseTransaction?: Hex
  readonly bitcoinMergedMiningMerkleProof?: Hex
  readonly uncles: readonly Hex[]
  readonly transactions: readonly Hex[]
}

export interface Transaction {
  readonly hash: Hex
  readonly blockHash: Hex | null
  readonly blockNumber: Hex | null
  readonly transactionIndex: Hex | null
  readonly from: Hex
  readonly to: Hex | null
  readonly nonce: Hex
  readonly value: Hex
  readonly gas: Hex
  readonly gasPrice: Hex
  readonly input: Hex
  readonly type?: Hex
  readonly maxFeePerGas?: Hex
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[]
  readonly authorizationList?: readonly { readonly address: Hex; readonly nonce: Hex }[]
}

export interface Log {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: Hex
  readonly transactionHash: Hex
  readonly blockNumber: Hex
}

export interface Receipt {
  readonly transactionHash: Hex
  readonly blockNumber: Hex
  readonly status: Hex
  readonly gasUsed: Hex
  readonly cumulativeGasUsed: Hex
  readonly contractAddress: Hex | null
  readonly effectiveGasPrice?: Hex
  readonly logs: readonly Log[]
}
