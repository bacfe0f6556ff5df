/*
 * The parameters and results of every method, in the form of viem's RpcSchema. `npx tsx scripts/write-methods.ts` writes
 * this file from the registry. Parameters take any text where hex is expected, because addresses are plain texts in many
 * programs; results are exact.
 */

import type { Hex } from './hexTypes.ts'

export interface RpcLog { readonly logIndex: Hex; readonly blockNumber: Hex; readonly blockHash: Hex; readonly transactionHash: Hex; readonly transactionIndex: Hex; readonly address: Hex; readonly data: Hex; readonly topics: readonly (Hex)[]; readonly removed: boolean; readonly blockTimestamp?: Hex }

export interface RpcTransaction { readonly hash: Hex; readonly nonce: Hex; readonly blockHash: Hex | null; readonly blockNumber: Hex | null; readonly transactionIndex: Hex | null; readonly from: Hex; readonly to: Hex | null; readonly gas: Hex; readonly gasPrice: Hex; readonly value: Hex; readonly input: Hex; readonly v: Hex; readonly r: Hex; readonly s: Hex; readonly type: Hex; readonly chainId?: Hex; readonly yParity?: Hex; readonly maxPriorityFeePerGas?: Hex; readonly maxFeePerGas?: Hex; readonly accessList?: readonly ({ readonly address: Hex; readonly storageKeys: readonly (Hex)[] })[]; readonly authorizationList?: readonly ({ readonly chainId: Hex; readonly address: Hex; readonly nonce: Hex; readonly yParity: Hex; readonly r: Hex; readonly s: Hex })[] }

export interface RpcReceipt { readonly transactionHash: Hex; readonly transactionIndex: Hex; readonly blockHash: Hex; readonly blockNumber: Hex; readonly blockTimestamp: Hex; readonly cumulativeGasUsed: Hex; readonly gasUsed: Hex; readonly contractAddress: Hex | null; readonly logs: readonly (RpcLog)[]; readonly from: Hex; readonly to: Hex | null; readonly status: Hex; readonly logsBloom: Hex; readonly type: Hex; readonly effectiveGasPrice: Hex }

export interface RpcHeader { readonly number: Hex; readonly hash: Hex; readonly parentHash: Hex; readonly mixHash: Hex; readonly nonce: Hex; readonly sha3Uncles: Hex; readonly logsBloom: Hex; readonly transactionsRoot: Hex; readonly stateRoot: Hex; readonly receiptsRoot: Hex; readonly miner: Hex; readonly difficulty: Hex; readonly extraData: Hex; readonly gasLimit: Hex; readonly gasUsed: Hex; readonly timestamp: Hex; readonly minimumGasPrice: Hex | null; readonly bitcoinMergedMiningHeader: Hex; readonly bitcoinMergedMiningCoinbaseTransaction: Hex; readonly bitcoinMergedMiningMerkleProof: Hex; readonly hashForMergedMining: Hex; readonly paidFees: Hex; readonly rskPteEdges: readonly (number)[] | null; readonly baseEvent: Hex | null }

export interface RpcBlock { readonly number: Hex; readonly hash: Hex; readonly parentHash: Hex; readonly mixHash: Hex; readonly nonce: Hex; readonly sha3Uncles: Hex; readonly logsBloom: Hex; readonly transactionsRoot: Hex; readonly stateRoot: Hex; readonly receiptsRoot: Hex; readonly miner: Hex; readonly difficulty: Hex; readonly extraData: Hex; readonly gasLimit: Hex; readonly gasUsed: Hex; readonly timestamp: Hex; readonly minimumGasPrice: Hex | null; readonly bitcoinMergedMiningHeader: Hex; readonly bitcoinMergedMiningCoinbaseTransaction: Hex; readonly bitcoinMergedMiningMerkleProof: Hex; readonly hashForMergedMining: Hex; readonly paidFees: Hex; readonly rskPteEdges: readonly (number)[] | null; readonly baseEvent: Hex | null; readonly totalDifficulty: Hex; readonly size: Hex; readonly transactions: readonly (Hex)[] | readonly (RpcTransaction)[]; readonly uncles: readonly (Hex)[]; readonly cumulativeDifficulty: Hex; readonly baseFeePerGas?: Hex }

/** The methods by their names, with parameters and results. */
export interface RpcMethods {
  /** Name and version of this software. */
  'web3_clientVersion': { Parameters: readonly []; ReturnType: string }
  /** The Keccak-256 hash of the data, which differs from the standardised SHA3-256. */
  'web3_sha3': { Parameters: readonly [data: string]; ReturnType: Hex }
  /** Whether peers can connect to this node; true on a development chain. */
  'net_listening': { Parameters: readonly []; ReturnType: boolean }
  /** Number of connected peers. */
  'net_peerCount': { Parameters: readonly []; ReturnType: Hex }
  /** The connected peers, each as `<short id> | <host>/<ip>:<port>`. */
  'net_peerList': { Parameters: readonly []; ReturnType: readonly (string)[] }
  /** The chain id in decimal. */
  'net_version': { Parameters: readonly []; ReturnType: string }
  /** The modules that answer, with their versions. */
  'rpc_modules': { Parameters: readonly []; ReturnType: { readonly [key: string]: string } }
  /** The accounts of the local wallet; empty on networks without a wallet. */
  'eth_accounts': { Parameters: readonly []; ReturnType: readonly (Hex)[] }
  /** The price of blob gas: always 0, because Rootstock has no blobs. */
  'eth_blobBaseFee': { Parameters: readonly []; ReturnType: Hex }
  /** The best block, and for each kind of data whether this node offers it, from which block on, and how many of the last blocks it keeps. */
  'eth_capabilities': { Parameters: readonly []; ReturnType: { readonly head: { readonly number: Hex; readonly hash: Hex }; readonly state: { readonly disabled: boolean; readonly oldestBlock?: Hex; readonly deleteStrategy?: { readonly type: string; readonly retentionBlocks: number } }; readonly tx: { readonly disabled: boolean; readonly oldestBlock?: Hex; readonly deleteStrategy?: { readonly type: string; readonly retentionBlocks: number } }; readonly logs: { readonly disabled: boolean; readonly oldestBlock?: Hex; readonly deleteStrategy?: { readonly type: string; readonly retentionBlocks: number } }; readonly receipts: { readonly disabled: boolean; readonly oldestBlock?: Hex; readonly deleteStrategy?: { readonly type: string; readonly retentionBlocks: number } }; readonly blocks: { readonly disabled: boolean; readonly oldestBlock?: Hex; readonly deleteStrategy?: { readonly type: string; readonly retentionBlocks: number } }; readonly stateproofs: { readonly disabled: boolean; readonly oldestBlock?: Hex; readonly deleteStrategy?: { readonly type: string; readonly retentionBlocks: number } } } }
  /** The upgrades that are active, those that start next and those that start last, with their heights, precompiled contracts and system contracts; null for none. */
  'eth_config': { Parameters: readonly []; ReturnType: { readonly current: { readonly upgrades: readonly (string)[]; readonly activationBlock: Hex; readonly chainId: Hex; readonly precompiles: { readonly [key: string]: Hex }; readonly systemContracts: { readonly [key: string]: Hex }; readonly activationTime?: number }; readonly next: { readonly upgrades: readonly (string)[]; readonly activationBlock: Hex; readonly chainId: Hex; readonly precompiles: { readonly [key: string]: Hex }; readonly systemContracts: { readonly [key: string]: Hex }; readonly activationTime?: number } | null; readonly last: { readonly upgrades: readonly (string)[]; readonly activationBlock: Hex; readonly chainId: Hex; readonly precompiles: { readonly [key: string]: Hex }; readonly systemContracts: { readonly [key: string]: Hex }; readonly activationTime?: number } | null } }
  /** Number of the best block. */
  'eth_blockNumber': { Parameters: readonly []; ReturnType: Hex }
  /** The best Bitcoin block that the Bridge knows, and the peg-outs that wait for signatures. */
  'eth_bridgeState': { Parameters: readonly []; ReturnType: { readonly btcBlockchainBestChainHeight: number; readonly rskTxsWaitingForSignatures: readonly (string)[] } }
  /** Executes a call without a transaction and answers its output. */
  'eth_call': { Parameters: readonly [call: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null, stateOverride?: { readonly [key: string]: { readonly balance?: string | null | undefined; readonly nonce?: string | null | undefined; readonly code?: string | null | undefined; readonly state?: { readonly [key: string]: string } | null | undefined; readonly stateDiff?: { readonly [key: string]: string } | null | undefined } } | null, blockOverride?: { readonly number?: string | null | undefined; readonly time?: string | null | undefined; readonly feeRecipient?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly difficulty?: string | null | undefined } | null]; ReturnType: Hex }
  /** Executes bundles of calls one after the other, each on the changes of those before it, and answers each output or error. */
  'eth_callMany': { Parameters: readonly [bundles: readonly ({ readonly transactions?: readonly ({ readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined })[] | null | undefined; readonly blockOverride?: { readonly number?: string | null | undefined; readonly time?: string | null | undefined; readonly feeRecipient?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly difficulty?: string | null | undefined } | null | undefined })[], stateContext?: { readonly blockNumber?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null | undefined; readonly transactionIndex?: string | number | null | undefined } | null, stateOverride?: { readonly [key: string]: { readonly balance?: string | null | undefined; readonly nonce?: string | null | undefined; readonly code?: string | null | undefined; readonly state?: { readonly [key: string]: string } | null | undefined; readonly stateDiff?: { readonly [key: string]: string } | null | undefined } } | null]; ReturnType: readonly (readonly ({ readonly value: Hex } | { readonly error: string })[])[] }
  /** The chain id that transactions are signed with (EIP-155). */
  'eth_chainId': { Parameters: readonly []; ReturnType: string }
  /** The account that receives mining rewards; the zero address when this node does not mine. */
  'eth_coinbase': { Parameters: readonly []; ReturnType: Hex }
  /** An empty access list, because Rootstock’s gas does not depend on one, with the gas that the call uses; a failed call has an error too. */
  'eth_createAccessList': { Parameters: readonly [call: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null, stateOverride?: { readonly [key: string]: { readonly balance?: string | null | undefined; readonly nonce?: string | null | undefined; readonly code?: string | null | undefined; readonly state?: { readonly [key: string]: string } | null | undefined; readonly stateDiff?: { readonly [key: string]: string } | null | undefined } } | null]; ReturnType: { readonly accessList?: readonly ({ readonly [member: string]: unknown })[]; readonly gasUsed?: Hex; readonly error?: string } }
  /** The least gas with which a call succeeds; for a call that fails, the gas used until it failed. */
  'eth_estimateGas': { Parameters: readonly [call: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null, stateOverride?: { readonly [key: string]: { readonly balance?: string | null | undefined; readonly nonce?: string | null | undefined; readonly code?: string | null | undefined; readonly state?: { readonly [key: string]: string } | null | undefined; readonly stateDiff?: { readonly [key: string]: string } | null | undefined } } | null, blockOverride?: { readonly number?: string | null | undefined; readonly time?: string | null | undefined; readonly feeRecipient?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly difficulty?: string | null | undefined } | null]; ReturnType: Hex }
  /** Gas prices of past blocks in the format of EIP-1559, with the minimum gas price as the base fee, or zero where blocks have a base fee. On development chains that accept types 1 and 2 it is at least 1, and rewards are whole prices. */
  'eth_feeHistory': { Parameters: readonly [blockCount: string, newestBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null, rewardPercentiles?: readonly (number)[] | null]; ReturnType: { readonly oldestBlock?: Hex; readonly baseFeePerGas?: readonly (Hex)[]; readonly gasUsedRatio?: readonly (number)[]; readonly reward?: readonly (readonly (Hex)[])[] } }
  /** Completes a transaction with the sender’s next nonce, the estimated gas and the minimum gas price, and answers it unsigned with its bytes. */
  'eth_fillTransaction': { Parameters: readonly [transaction: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }]; ReturnType: { readonly raw: Hex; readonly tx: RpcTransaction } }
  /** A gas price with which transactions are mined soon. */
  'eth_gasPrice': { Parameters: readonly []; ReturnType: Hex }
  /** An account after a block: balance, nonce, hash of its code and root of its storage; null for one that does not exist. */
  'eth_getAccount': { Parameters: readonly [address: string, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: { readonly balance: Hex; readonly codeHash: Hex; readonly nonce: Hex; readonly storageRoot: Hex } | null }
  /** The balance, the nonce and the code of an account after a block; zero and empty for an unused one. */
  'eth_getAccountInfo': { Parameters: readonly [address: string, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: { readonly balance: Hex; readonly nonce: Hex; readonly code: Hex } }
  /** The balance of an account in wei. */
  'eth_getBalance': { Parameters: readonly [address: string, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: Hex }
  /** A block of any branch by its hash; null for an unknown block. */
  'eth_getBlockByHash': { Parameters: readonly [blockHash: string, fullTransactions?: boolean | null]; ReturnType: RpcBlock | null }
  /** A block of the best chain by its number or tag; null for an unknown block. */
  'eth_getBlockByNumber': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string, fullTransactions?: boolean | null]; ReturnType: RpcBlock | null }
  /** The receipts of all transactions of a block; null for an unknown block. */
  'eth_getBlockReceipts': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined }]; ReturnType: readonly (RpcReceipt)[] | null }
  /** The number of transactions of a block; null for an unknown block. */
  'eth_getBlockTransactionCountByHash': { Parameters: readonly [blockHash: string]; ReturnType: Hex | null }
  /** The number of transactions of a block; with `pending`, the number of pending transactions. */
  'eth_getBlockTransactionCountByNumber': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string]; ReturnType: Hex }
  /** The code of a contract. */
  'eth_getCode': { Parameters: readonly [address: string, block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined }]; ReturnType: Hex }
  /** The changes of a filter since the last poll: logs, or hashes of blocks or transactions. */
  'eth_getFilterChanges': { Parameters: readonly [filterId: string]; ReturnType: readonly (RpcLog)[] | readonly (Hex)[] }
  /** All logs that a log filter matches now. */
  'eth_getFilterLogs': { Parameters: readonly [filterId: string]; ReturnType: readonly (RpcLog)[] }
  /** The header of a block of any branch; null for an unknown block. */
  'eth_getHeaderByHash': { Parameters: readonly [blockHash: string]; ReturnType: RpcHeader | null }
  /** The header of a block of the best chain; null for an unknown block. */
  'eth_getHeaderByNumber': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string]; ReturnType: RpcHeader | null }
  /** The logs of a range of blocks, or of one block, that match a filter. */
  'eth_getLogs': { Parameters: readonly [filter: { readonly fromBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null | undefined; readonly toBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null | undefined; readonly address?: string | readonly (string)[] | null | undefined; readonly topics?: readonly (string | null | readonly (string | null)[])[] | null | undefined; readonly blockHash?: string | null | undefined }]; ReturnType: readonly (RpcLog)[] }
  /** An account and cells of its storage, with proofs against the block’s state root. */
  'eth_getProof': { Parameters: readonly [address: string, storageKeys: readonly (string)[], block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: { readonly address: Hex; readonly balance: Hex; readonly codeHash: Hex; readonly nonce: Hex; readonly storageHash: Hex; readonly accountProof: readonly (Hex)[]; readonly storageProof: readonly ({ readonly key: Hex; readonly value: Hex; readonly proof: readonly (Hex)[] })[] } }
  /** The RLP of a transaction by its position in a block; null for an unknown block or position. */
  'eth_getRawTransactionByBlockHashAndIndex': { Parameters: readonly [blockHash: string, index: string]; ReturnType: Hex | null }
  /** The RLP of a transaction by its position in a block of the best chain; null for an unknown block or position. */
  'eth_getRawTransactionByBlockNumberAndIndex': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string, index: string]; ReturnType: Hex | null }
  /** The 32 bytes in a storage cell of a contract. */
  'eth_getStorageAt': { Parameters: readonly [address: string, position: string, block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined }]; ReturnType: Hex }
  /** The contents of storage cells of several contracts after one block, by contract. */
  'eth_getStorageValues': { Parameters: readonly [cells: { readonly [key: string]: readonly (string)[] }, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: { readonly [key: string]: readonly (Hex)[] } }
  /** A transaction of a block by its position; null for an unknown block or position. */
  'eth_getTransactionByBlockHashAndIndex': { Parameters: readonly [blockHash: string, index: string]; ReturnType: RpcTransaction & { readonly _id: string } | null }
  /** A transaction of a block of the best chain by its position; null for an unknown block or position. */
  'eth_getTransactionByBlockNumberAndIndex': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string, index: string]; ReturnType: RpcTransaction & { readonly _id: string } | null }
  /** A transaction of the best chain or a pending one; null for an unknown transaction. */
  'eth_getTransactionByHash': { Parameters: readonly [transactionHash: string]; ReturnType: RpcTransaction | null }
  /** Finds a mined or pending transaction by its sender and nonce; null for an unknown one. */
  'eth_getTransactionBySenderAndNonce': { Parameters: readonly [sender: string, nonce: string]; ReturnType: RpcTransaction | null }
  /** The number of transactions that an account has sent; with `pending`, including its pending ones. */
  'eth_getTransactionCount': { Parameters: readonly [address: string, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: Hex }
  /** The receipt of a transaction of the best chain; null for an unknown transaction. */
  'eth_getTransactionReceipt': { Parameters: readonly [transactionHash: string]; ReturnType: RpcReceipt | null }
  /** An uncle of a block by its position; null for an unknown block or position. */
  'eth_getUncleByBlockHashAndIndex': { Parameters: readonly [blockHash: string, index: string]; ReturnType: RpcBlock | null }
  /** An uncle of a block of the best chain by its position; null for an unknown block or position. */
  'eth_getUncleByBlockNumberAndIndex': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string, index: string]; ReturnType: RpcBlock | null }
  /** Number of uncles of a block. */
  'eth_getUncleCountByBlockHash': { Parameters: readonly [blockHash: string]; ReturnType: Hex }
  /** Number of uncles of a block of the best chain. */
  'eth_getUncleCountByBlockNumber': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string]; ReturnType: Hex }
  /** The work of mnr_getWork as three hashes: the hash to commit to, a zero seed and the target. */
  'eth_getWork': { Parameters: readonly []; ReturnType: readonly (Hex)[] }
  /** The hash rate of this node’s blocks of the last hour, plus the rates that miners have reported. */
  'eth_hashrate': { Parameters: readonly []; ReturnType: Hex }
  /** The recommended gas price minus the minimum gas price, which takes the place of EIP-1559’s base fee; all of it where blocks have a base fee of zero. */
  'eth_maxPriorityFeePerGas': { Parameters: readonly []; ReturnType: Hex }
  /** Whether this node mines blocks automatically; false on a chain that mines on request only. */
  'eth_mining': { Parameters: readonly []; ReturnType: boolean }
  /** The hash rate of the chain’s blocks of the last hour, as a JSON number. */
  'eth_netHashrate': { Parameters: readonly []; ReturnType: number }
  /** Installs a filter for new blocks of the best chain. */
  'eth_newBlockFilter': { Parameters: readonly []; ReturnType: Hex }
  /** Installs a filter for new logs; it expires when it is not polled for five minutes. */
  'eth_newFilter': { Parameters: readonly [filter: { readonly fromBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null | undefined; readonly toBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null | undefined; readonly address?: string | readonly (string)[] | null | undefined; readonly topics?: readonly (string | null | readonly (string | null)[])[] | null | undefined; readonly blockHash?: string | null | undefined }]; ReturnType: Hex }
  /** Installs a filter for transactions that become pending; after a restart it answers all pending ones. */
  'eth_newPendingTransactionFilter': { Parameters: readonly []; ReturnType: Hex }
  /** The pending transactions of the wallet’s accounts. */
  'eth_pendingTransactions': { Parameters: readonly []; ReturnType: readonly (RpcTransaction)[] }
  /** Version of the protocol between peers. */
  'eth_protocolVersion': { Parameters: readonly []; ReturnType: Hex }
  /** The same accounts as eth_accounts: a node has no user to ask for permission (EIP-1102). */
  'eth_requestAccounts': { Parameters: readonly []; ReturnType: readonly (Hex)[] }
  /** Submits a signed transaction and answers its hash. */
  'eth_sendRawTransaction': { Parameters: readonly [transaction: string]; ReturnType: Hex }
  /** Submits a signed transaction and answers its receipt as soon as a block holds it (EIP-7966); after the given milliseconds, 15 seconds by default, an error with the hash. */
  'eth_sendRawTransactionSync': { Parameters: readonly [transaction: string, timeoutMs?: string | null]; ReturnType: RpcReceipt }
  /** Signs a transaction with an unlocked account of the wallet, submits it and answers its hash. */
  'eth_sendTransaction': { Parameters: readonly [transaction: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }]; ReturnType: Hex }
  /** Signs and submits a transaction as eth_sendTransaction does, and answers its receipt as soon as a block holds it; after the given milliseconds, 15 seconds by default, an error with the hash. */
  'eth_sendTransactionSync': { Parameters: readonly [transaction: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }, timeoutMs?: string | null]; ReturnType: RpcReceipt }
  /** Signs a message with the prefix of Ethereum’s signed messages (EIP-191), by an unlocked account. */
  'eth_sign': { Parameters: readonly [address: string, message: string]; ReturnType: Hex }
  /** Signs a transaction with an unlocked account of the wallet and answers it and its bytes without submitting it. */
  'eth_signTransaction': { Parameters: readonly [transaction: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }]; ReturnType: { readonly raw: Hex; readonly tx: RpcTransaction } }
  /** The same as eth_signTypedData_v4 under its older name. */
  'eth_signTypedData': { Parameters: readonly [address: string, typedData: { readonly types: { readonly [key: string]: readonly ({ readonly name: string; readonly type: string })[] }; readonly primaryType: string; readonly domain: { readonly [member: string]: unknown }; readonly message: { readonly [member: string]: unknown } } | string]; ReturnType: Hex }
  /** Signs typed data (EIP-712) with an unlocked account. */
  'eth_signTypedData_v4': { Parameters: readonly [address: string, typedData: { readonly types: { readonly [key: string]: readonly ({ readonly name: string; readonly type: string })[] }; readonly primaryType: string; readonly domain: { readonly [member: string]: unknown }; readonly message: { readonly [member: string]: unknown } } | string]; ReturnType: Hex }
  /** Executes lists of calls as the next blocks after a block, each on the changes of those before it, and answers the blocks with the outcome of every call. */
  'eth_simulateV1': { Parameters: readonly [simulation: { readonly blockStateCalls?: readonly ({ readonly blockOverrides?: { readonly number?: string | null | undefined; readonly time?: string | null | undefined; readonly feeRecipient?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly difficulty?: string | null | undefined } | null | undefined; readonly stateOverrides?: { readonly [key: string]: { readonly balance?: string | null | undefined; readonly nonce?: string | null | undefined; readonly code?: string | null | undefined; readonly state?: { readonly [key: string]: string } | null | undefined; readonly stateDiff?: { readonly [key: string]: string } | null | undefined } } | null | undefined; readonly calls?: readonly ({ readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined })[] | null | undefined })[] | null | undefined; readonly traceTransfers?: boolean | null | undefined; readonly validation?: boolean | null | undefined; readonly returnFullTransactions?: boolean | null | undefined }, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: readonly (RpcBlock & { readonly calls: readonly ({ readonly status?: Hex; readonly returnData?: Hex; readonly gasUsed?: Hex; readonly logs?: readonly (RpcLog)[]; readonly error?: { readonly code?: number; readonly message?: string; readonly data?: Hex } })[] })[] }
  /** Reports the hash rate of a miner, which counts for ten minutes. */
  'eth_submitHashrate': { Parameters: readonly [hashrate: string, minerId: string]; ReturnType: boolean }
  /** Submits a nonce for the Bitcoin header of this node’s work; true when the block was accepted. */
  'eth_submitWork': { Parameters: readonly [nonce: string, headerHash: string, mixDigest: string]; ReturnType: boolean }
  /** Opens a subscription to new heads, logs that match a filter, pending transactions (on a development chain with `true`: whole ones instead of hashes) or the state of syncing; its id comes with every eth_subscription. Only over WebSocket and with the library. */
  'eth_subscribe': { Parameters: readonly [kind: "newHeads" | "logs" | "newPendingTransactions" | "syncing", options?: { readonly fromBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null | undefined; readonly toBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null | undefined; readonly address?: string | readonly (string)[] | null | undefined; readonly topics?: readonly (string | null | readonly (string | null)[])[] | null | undefined; readonly blockHash?: string | null | undefined } | boolean | null]; ReturnType: Hex }
  /** The progress of catching up with peers; false once the node has caught up. A node without blocks or with an old best block has not. */
  'eth_syncing': { Parameters: readonly []; ReturnType: { readonly startingBlock: Hex; readonly currentBlock: Hex; readonly highestBlock: Hex } | false }
  /** Removes a filter; false for an unknown id. */
  'eth_uninstallFilter': { Parameters: readonly [filterId: string]; ReturnType: boolean }
  /** Ends a subscription of this connection; false for an unknown id. */
  'eth_unsubscribe': { Parameters: readonly [subscription: string, ignored?: unknown | null]; ReturnType: boolean }
  /** The private key of an unlocked account. */
  'personal_dumpRawKey': { Parameters: readonly [address: string]; ReturnType: Hex }
  /** Stores a private key, encrypted with the passphrase and unlocked for half an hour. */
  'personal_importRawKey': { Parameters: readonly [privateKey: string, passphrase: string]; ReturnType: Hex }
  /** The accounts of the wallet, including locked ones. */
  'personal_listAccounts': { Parameters: readonly []; ReturnType: readonly (Hex)[] }
  /** Locks an account; false when it was not unlocked. A key that is only in memory is lost. */
  'personal_lockAccount': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Creates an account, encrypted with the passphrase and unlocked for half an hour. */
  'personal_newAccount': { Parameters: readonly [passphrase: string]; ReturnType: Hex }
  /** Creates an account whose key is the hash of the text; it is unlocked and only kept in memory. */
  'personal_newAccountWithSeed': { Parameters: readonly [seed: string]; ReturnType: Hex }
  /** Signs a transaction with a stored key, which stays locked, submits it and answers its hash. */
  'personal_sendTransaction': { Parameters: readonly [transaction: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }, passphrase: string]; ReturnType: Hex }
  /** The same as eth_sign with the message as the first parameter, as ethers and viem send it. */
  'personal_sign': { Parameters: readonly [message: string, address: string, passphrase?: string | null]; ReturnType: Hex }
  /** Unlocks an account for the given milliseconds, or half an hour. */
  'personal_unlockAccount': { Parameters: readonly [address: string, passphrase: string, durationMs?: string | null]; ReturnType: boolean }
  /** Moves the clock forward and answers its total offset in seconds. */
  'evm_increaseTime': { Parameters: readonly [seconds: string | number]; ReturnType: Hex }
  /** Mines one block, or the given number of blocks, at the current time or a given timestamp. */
  'evm_mine': { Parameters: readonly [order?: string | number | { readonly blocks?: string | number | null | undefined; readonly timestamp?: string | number | null | undefined } | null]; ReturnType: null }
  /** Restores the genesis block and discards all snapshots. */
  'evm_reset': { Parameters: readonly []; ReturnType: null }
  /** Restores a snapshot; false for an unknown id. */
  'evm_revert': { Parameters: readonly [snapshotId: string]; ReturnType: boolean }
  /** Sets the timestamp of the next block; the clock continues from there. */
  'evm_setNextBlockTimestamp': { Parameters: readonly [timestamp: string | number]; ReturnType: Hex }
  /** Saves a snapshot of the chain and answers its id. */
  'evm_snapshot': { Parameters: readonly []; ReturnType: Hex }
  /** Starts automatic mining again, and mines the pending transactions. */
  'evm_startMining': { Parameters: readonly []; ReturnType: null }
  /** Stops automatic mining; transactions stay pending until a block is mined on request. */
  'evm_stopMining': { Parameters: readonly []; ReturnType: null }
  /** The transactions of the pool by sender and nonce. */
  'txpool_content': { Parameters: readonly []; ReturnType: { readonly pending: { readonly [key: string]: { readonly [key: string]: readonly ({ readonly blockHash: Hex; readonly blockNumber: null; readonly transactionIndex: null; readonly from: Hex; readonly gas: Hex; readonly gasPrice: Hex; readonly hash: Hex; readonly input: Hex; readonly nonce: Hex; readonly to: Hex; readonly value: Hex })[] } } | { readonly [key: string]: { readonly [key: string]: RpcTransaction } }; readonly queued: { readonly [key: string]: { readonly [key: string]: readonly ({ readonly blockHash: Hex; readonly blockNumber: null; readonly transactionIndex: null; readonly from: Hex; readonly gas: Hex; readonly gasPrice: Hex; readonly hash: Hex; readonly input: Hex; readonly nonce: Hex; readonly to: Hex; readonly value: Hex })[] } } | { readonly [key: string]: { readonly [key: string]: RpcTransaction } } } }
  /** The transactions of one sender in the pool, by nonce. */
  'txpool_contentFrom': { Parameters: readonly [address: string]; ReturnType: { readonly pending: { readonly [key: string]: RpcTransaction }; readonly queued: { readonly [key: string]: RpcTransaction } } }
  /** The transactions of the pool by sender and nonce, each as a line of text. */
  'txpool_inspect': { Parameters: readonly []; ReturnType: { readonly pending: { readonly [key: string]: { readonly [key: string]: readonly (string)[] } } | { readonly [key: string]: { readonly [key: string]: string } }; readonly queued: { readonly [key: string]: { readonly [key: string]: readonly (string)[] } } | { readonly [key: string]: { readonly [key: string]: string } } } }
  /** Number of pending transactions, and of queued ones, which wait for another transaction. */
  'txpool_status': { Parameters: readonly []; ReturnType: { readonly pending: number | Hex; readonly queued: number | Hex } }
  /** Work for merged mining: the hash to commit to in a Bitcoin coinbase and the target. */
  'mnr_getWork': { Parameters: readonly []; ReturnType: { readonly blockHashForMergedMining: Hex; readonly target: Hex; readonly feesPaidToMiner: string; readonly notify: boolean; readonly parentBlockHash: Hex } }
  /** Submits a whole Bitcoin block that solves work. */
  'mnr_submitBitcoinBlock': { Parameters: readonly [bitcoinBlock: string]; ReturnType: { readonly blockImportedResult: Hex; readonly blockHash: Hex; readonly blockIncludedHeight: Hex } }
  /** Submits a Bitcoin block that solves work: its header, coinbase and merkle branch. */
  'mnr_submitBitcoinBlockPartialMerkle': { Parameters: readonly [blockHash: string, blockHeader: string, coinbase: string, merkleHashes: string, transactionCount: string]; ReturnType: { readonly blockImportedResult: Hex; readonly blockHash: Hex; readonly blockIncludedHeight: Hex } }
  /** Submits a Bitcoin block that solves work: its header, coinbase and transaction ids. */
  'mnr_submitBitcoinBlockTransactions': { Parameters: readonly [blockHash: string, blockHeader: string, coinbase: string, transactionIds: string]; ReturnType: { readonly blockImportedResult: Hex; readonly blockHash: Hex; readonly blockIncludedHeight: Hex } }
  /** The RLP of the header of a block of any branch; null for an unknown block. */
  'rsk_getRawBlockHeaderByHash': { Parameters: readonly [blockHash: string]; ReturnType: Hex | null }
  /** The RLP of the header of a block of any branch; null for an unknown block. */
  'vendor_getRawBlockHeaderByHash': { Parameters: readonly [blockHash: string]; ReturnType: Hex | null }
  /** The RLP of the header of a block of the best chain; null for an unknown block. */
  'rsk_getRawBlockHeaderByNumber': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string]; ReturnType: Hex | null }
  /** The RLP of the header of a block of the best chain; null for an unknown block. */
  'vendor_getRawBlockHeaderByNumber': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string]; ReturnType: Hex | null }
  /** The RLP of the receipt of a transaction of the best chain; null for an unknown transaction. */
  'rsk_getRawTransactionReceiptByHash': { Parameters: readonly [transactionHash: string]; ReturnType: Hex | null }
  /** The RLP of the receipt of a transaction of the best chain; null for an unknown transaction. */
  'vendor_getRawTransactionReceiptByHash': { Parameters: readonly [transactionHash: string]; ReturnType: Hex | null }
  /** All bytes of a storage cell; native contracts keep more than 32 in one. `0x0` for an empty cell. */
  'rsk_getStorageBytesAt': { Parameters: readonly [address: string, position: string, block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined }]; ReturnType: string }
  /** All bytes of a storage cell; native contracts keep more than 32 in one. `0x0` for an empty cell. */
  'vendor_getStorageBytesAt': { Parameters: readonly [address: string, position: string, block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined }]; ReturnType: string }
  /** The trie nodes that prove a receipt against its block’s receipts root, leaf first; null for an unknown transaction. */
  'rsk_getTransactionReceiptNodesByHash': { Parameters: readonly [blockHash: string, transactionHash: string]; ReturnType: readonly (Hex)[] | null }
  /** The trie nodes that prove a receipt against its block’s receipts root, leaf first; null for an unknown transaction. */
  'vendor_getTransactionReceiptNodesByHash': { Parameters: readonly [blockHash: string, transactionHash: string]; ReturnType: readonly (Hex)[] | null }
  /** Version of the protocol between peers. */
  'rsk_protocolVersion': { Parameters: readonly []; ReturnType: Hex }
  /** Version of the protocol between peers. */
  'vendor_protocolVersion': { Parameters: readonly []; ReturnType: Hex }
  /** The upgrades and rules of the network, the height at which each starts (null for never), and whether it is active in a block, by default the best one. */
  'rsk_upgrades': { Parameters: readonly [block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: { readonly upgrades: readonly ({ readonly name: string; readonly height: Hex | null; readonly active: boolean })[]; readonly rules: readonly ({ readonly name: string; readonly height: Hex | null; readonly active: boolean; readonly summary: string })[] } }
  /** The upgrades and rules of the network, the height at which each starts (null for never), and whether it is active in a block, by default the best one. */
  'vendor_upgrades': { Parameters: readonly [block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: { readonly upgrades: readonly ({ readonly name: string; readonly height: Hex | null; readonly active: boolean })[]; readonly rules: readonly ({ readonly name: string; readonly height: Hex | null; readonly active: boolean; readonly summary: string })[] } }
  /** Refuses peers from an address, a block of addresses as `address/bits`, or a host. */
  'sco_banAddress': { Parameters: readonly [address: string]; ReturnType: null }
  /** Banned addresses, then banned blocks as `address/bits`. */
  'sco_bannedAddresses': { Parameters: readonly []; ReturnType: readonly (string)[] }
  /** Clears the standing of an address, a host or a node (by its id in hex), and answers the remaining ones. */
  'sco_clearPeerScoring': { Parameters: readonly [addressOrNodeId: string]; ReturnType: readonly ({ readonly successfulHandshakes: number; readonly failedHandshakes: number; readonly invalidNetworks: number; readonly repeatedMessages: number; readonly validBlocks: number; readonly validTransactions: number; readonly invalidBlocks: number; readonly invalidTransactions: number; readonly invalidMessages: number; readonly timeoutMessages: number; readonly unexpectedMessages: number; readonly invalidHeader: number; readonly score: number; readonly punishments: number; readonly goodReputation: boolean; readonly punishedUntil: number; readonly id: string; readonly type: string })[] }
  /** The standing of nodes and of addresses: counts of events, scores and punishments. */
  'sco_peerList': { Parameters: readonly []; ReturnType: readonly ({ readonly successfulHandshakes: number; readonly failedHandshakes: number; readonly invalidNetworks: number; readonly repeatedMessages: number; readonly validBlocks: number; readonly validTransactions: number; readonly invalidBlocks: number; readonly invalidTransactions: number; readonly invalidMessages: number; readonly timeoutMessages: number; readonly unexpectedMessages: number; readonly invalidHeader: number; readonly score: number; readonly punishments: number; readonly goodReputation: boolean; readonly punishedUntil: number; readonly id: string; readonly type: string })[] }
  /** The sums of all entries of sco_peerList. */
  'sco_reputationSummary': { Parameters: readonly []; ReturnType: { readonly count: number; readonly successfulHandshakes: number; readonly failedHandshakes: number; readonly invalidHeader: number; readonly validBlocks: number; readonly invalidBlocks: number; readonly validTransactions: number; readonly invalidTransactions: number; readonly invalidNetworks: number; readonly invalidMessages: number; readonly repeatedMessages: number; readonly timeoutMessages: number; readonly unexpectedMessages: number; readonly peersTotalScore: number; readonly punishments: number; readonly goodReputationCount: number; readonly badReputationCount: number } }
  /** Lifts the ban of an address, a block or a host, if there is one. */
  'sco_unbanAddress': { Parameters: readonly [address: string]; ReturnType: null }
  /** This node in the form of go-ethereum: client, enode (null while it does not listen for peers), and the head of its chain. */
  'admin_nodeInfo': { Parameters: readonly []; ReturnType: { readonly name: string; readonly enode: string | null; readonly protocols: { readonly rsk: { readonly network: number; readonly genesis: Hex | null; readonly head: Hex; readonly difficulty: string } } } }
  /** The connected peers in the form of go-ethereum: node id, client, enode, address and direction. */
  'admin_peers': { Parameters: readonly []; ReturnType: readonly ({ readonly id: string; readonly name: string; readonly enode: string; readonly network: { readonly remoteAddress: string; readonly inbound: boolean } })[] }
  /** Accounts of the state after a block, at most 256, in the order of the hashes of their addresses, and the hash at which the next page starts; with code and storage unless the caller leaves them out. */
  'debug_accountRange': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined }, start: string, limit: string | number, withoutCode?: boolean | null, withoutStorage?: boolean | null, incompletes?: boolean | null]; ReturnType: { readonly root?: Hex; readonly accounts?: { readonly [key: string]: { readonly balance?: string; readonly nonce?: number } }; readonly next?: Hex } }
  /** The virtual gas that the pool still accepts from an account; null where the pool has no quotas. */
  'debug_accountTransactionQuota': { Parameters: readonly [address: string]; ReturnType: { readonly timestamp: number; readonly availableVirtualGas: number } | null }
  /** Code of more than 32 bytes by its Keccak-256 hash; null for an unknown hash. */
  'debug_codeByHash': { Parameters: readonly [hash: string]; ReturnType: Hex | null }
  /** The latest blocks that this node rejected since its start, at most 10, the newest first, each with the reason and its RLP. */
  'debug_getBadBlocks': { Parameters: readonly []; ReturnType: readonly ({ readonly hash: Hex; readonly block: RpcBlock; readonly rlp: Hex; readonly reason: string })[] }
  /** The RLP of a block as nodes send it: header, transactions, uncles; null for an unknown block. */
  'debug_getRawBlock': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined }]; ReturnType: Hex | null }
  /** The RLP of a block’s header as nodes send it, with its whole proof; null for an unknown block. */
  'debug_getRawHeader': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined }]; ReturnType: Hex | null }
  /** The RLP of each receipt of a block; null for an unknown block. */
  'debug_getRawReceipts': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined }]; ReturnType: readonly (Hex)[] | null }
  /** The RLP of a transaction of the best chain or the pool; null for an unknown transaction. */
  'debug_getRawTransaction': { Parameters: readonly [transactionHash: string]; ReturnType: Hex | null }
  /** Executes a block again and answers the root of the state after each of its transactions. */
  'debug_intermediateRoots': { Parameters: readonly [blockHash: string, options?: { readonly tracer?: "rskTracer" | "structLogger" | "callTracer" | "flatCallTracer" | "prestateTracer" | "4byteTracer" | "noopTracer" | "muxTracer" | null | undefined; readonly disableMemory?: boolean | null | undefined; readonly disableStack?: boolean | null | undefined; readonly disableStorage?: boolean | null | undefined; readonly onlyTopCall?: boolean | null | undefined; readonly withLog?: boolean | null | undefined; readonly diffMode?: boolean | null | undefined; readonly enableMemory?: boolean | null | undefined; readonly enableReturnData?: boolean | null | undefined; readonly limit?: number | null | undefined; readonly convertParityErrors?: boolean | null | undefined; readonly includePrecompiles?: boolean | null | undefined; readonly tracerConfig?: { readonly [member: string]: unknown } | null | undefined } | null]; ReturnType: readonly (Hex)[] }
  /** Storage cells of a contract before a transaction of a block, in the order of the hashes of their numbers, and the hash at which the next page starts. */
  'debug_storageRangeAt': { Parameters: readonly [blockHash: string, index: string | number, address: string, start: string, limit: string | number]; ReturnType: { readonly storage: { readonly [key: string]: { readonly key: Hex; readonly value: Hex } }; readonly nextKey: Hex | null } }
  /** Executes a block that is given as RLP on the state after its parent, which must be stored, and traces each transaction. */
  'debug_traceBlock': { Parameters: readonly [rlp: string, options?: { readonly tracer?: "rskTracer" | "structLogger" | "callTracer" | "flatCallTracer" | "prestateTracer" | "4byteTracer" | "noopTracer" | "muxTracer" | null | undefined; readonly disableMemory?: boolean | null | undefined; readonly disableStack?: boolean | null | undefined; readonly disableStorage?: boolean | null | undefined; readonly onlyTopCall?: boolean | null | undefined; readonly withLog?: boolean | null | undefined; readonly diffMode?: boolean | null | undefined; readonly enableMemory?: boolean | null | undefined; readonly enableReturnData?: boolean | null | undefined; readonly limit?: number | null | undefined; readonly convertParityErrors?: boolean | null | undefined; readonly includePrecompiles?: boolean | null | undefined; readonly tracerConfig?: { readonly [member: string]: unknown } | null | undefined } | null]; ReturnType: readonly ({ readonly [member: string]: unknown })[] }
  /** Executes the transactions of a block of any branch again and traces each; null for an unknown block. */
  'debug_traceBlockByHash': { Parameters: readonly [blockHash: string, options?: { readonly tracer?: "rskTracer" | "structLogger" | "callTracer" | "flatCallTracer" | "prestateTracer" | "4byteTracer" | "noopTracer" | "muxTracer" | null | undefined; readonly disableMemory?: boolean | null | undefined; readonly disableStack?: boolean | null | undefined; readonly disableStorage?: boolean | null | undefined; readonly onlyTopCall?: boolean | null | undefined; readonly withLog?: boolean | null | undefined; readonly diffMode?: boolean | null | undefined; readonly enableMemory?: boolean | null | undefined; readonly enableReturnData?: boolean | null | undefined; readonly limit?: number | null | undefined; readonly convertParityErrors?: boolean | null | undefined; readonly includePrecompiles?: boolean | null | undefined; readonly tracerConfig?: { readonly [member: string]: unknown } | null | undefined } | null]; ReturnType: readonly ({ readonly [member: string]: unknown })[] | null }
  /** Executes the transactions of a block of the best chain, or of the pending one, and traces each; null for an unknown block. */
  'debug_traceBlockByNumber': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string, options?: { readonly tracer?: "rskTracer" | "structLogger" | "callTracer" | "flatCallTracer" | "prestateTracer" | "4byteTracer" | "noopTracer" | "muxTracer" | null | undefined; readonly disableMemory?: boolean | null | undefined; readonly disableStack?: boolean | null | undefined; readonly disableStorage?: boolean | null | undefined; readonly onlyTopCall?: boolean | null | undefined; readonly withLog?: boolean | null | undefined; readonly diffMode?: boolean | null | undefined; readonly enableMemory?: boolean | null | undefined; readonly enableReturnData?: boolean | null | undefined; readonly limit?: number | null | undefined; readonly convertParityErrors?: boolean | null | undefined; readonly includePrecompiles?: boolean | null | undefined; readonly tracerConfig?: { readonly [member: string]: unknown } | null | undefined } | null]; ReturnType: readonly ({ readonly [member: string]: unknown })[] | null }
  /** Executes a call without a transaction on the state after a block, or before its transaction txIndex, and traces it; blockOverrides on development chains only. */
  'debug_traceCall': { Parameters: readonly [call: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null, options?: { readonly tracer?: "rskTracer" | "structLogger" | "callTracer" | "flatCallTracer" | "prestateTracer" | "4byteTracer" | "noopTracer" | "muxTracer" | null | undefined; readonly disableMemory?: boolean | null | undefined; readonly disableStack?: boolean | null | undefined; readonly disableStorage?: boolean | null | undefined; readonly onlyTopCall?: boolean | null | undefined; readonly withLog?: boolean | null | undefined; readonly diffMode?: boolean | null | undefined; readonly enableMemory?: boolean | null | undefined; readonly enableReturnData?: boolean | null | undefined; readonly limit?: number | null | undefined; readonly convertParityErrors?: boolean | null | undefined; readonly includePrecompiles?: boolean | null | undefined; readonly tracerConfig?: { readonly [member: string]: unknown } | null | undefined; readonly stateOverrides?: { readonly [key: string]: { readonly balance?: string | null | undefined; readonly nonce?: string | null | undefined; readonly code?: string | null | undefined; readonly state?: { readonly [key: string]: string } | null | undefined; readonly stateDiff?: { readonly [key: string]: string } | null | undefined } } | null | undefined; readonly blockOverrides?: { readonly number?: string | null | undefined; readonly time?: string | null | undefined; readonly feeRecipient?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly difficulty?: string | null | undefined } | null | undefined; readonly txIndex?: string | null | undefined } | null]; ReturnType: { readonly [member: string]: unknown } }
  /** Executes a transaction of the best chain again and returns every step, its calls or the state that it used; null for an unknown transaction. */
  'debug_traceTransaction': { Parameters: readonly [transactionHash: string, options?: { readonly tracer?: "rskTracer" | "structLogger" | "callTracer" | "flatCallTracer" | "prestateTracer" | "4byteTracer" | "noopTracer" | "muxTracer" | null | undefined; readonly disableMemory?: boolean | null | undefined; readonly disableStack?: boolean | null | undefined; readonly disableStorage?: boolean | null | undefined; readonly onlyTopCall?: boolean | null | undefined; readonly withLog?: boolean | null | undefined; readonly diffMode?: boolean | null | undefined; readonly enableMemory?: boolean | null | undefined; readonly enableReturnData?: boolean | null | undefined; readonly limit?: number | null | undefined; readonly convertParityErrors?: boolean | null | undefined; readonly includePrecompiles?: boolean | null | undefined; readonly tracerConfig?: { readonly [member: string]: unknown } | null | undefined } | null]; ReturnType: { readonly [member: string]: unknown } | null }
  /** Number of messages that wait to be sent to peers. */
  'debug_wireProtocolQueueSize': { Parameters: readonly []; ReturnType: Hex }
  /** Every call and creation of a block of any branch, including the REMASC transaction if blocks show it; null for an unknown block. */
  'trace_block': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string]; ReturnType: readonly ({ readonly action: { readonly callType?: "call" | "callcode" | "delegatecall" | "staticcall"; readonly from?: Hex; readonly to?: Hex; readonly gas?: Hex; readonly input?: Hex; readonly init?: Hex; readonly value?: Hex; readonly address?: Hex; readonly refundAddress?: Hex; readonly balance?: Hex; readonly creationMethod?: "create" | "create2" }; readonly blockHash: Hex; readonly blockNumber: number; readonly transactionHash: Hex; readonly transactionPosition: number; readonly type: "call" | "create" | "suicide"; readonly subtraces: number; readonly traceAddress: readonly (number)[]; readonly result: { readonly gasUsed?: Hex; readonly output?: Hex; readonly code?: Hex; readonly address?: Hex } | null })[] | null }
  /** Executes a call without a transaction on the state after a block: its output, its calls (trace) and what it would change (stateDiff). */
  'trace_call': { Parameters: readonly [call: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }, types: readonly ("trace" | "stateDiff" | "vmTrace")[], block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null, stateOverride?: { readonly [key: string]: { readonly balance?: string | null | undefined; readonly nonce?: string | null | undefined; readonly code?: string | null | undefined; readonly state?: { readonly [key: string]: string } | null | undefined; readonly stateDiff?: { readonly [key: string]: string } | null | undefined } } | null, blockOverride?: { readonly number?: string | null | undefined; readonly time?: string | null | undefined; readonly feeRecipient?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly difficulty?: string | null | undefined } | null]; ReturnType: { readonly output: Hex; readonly stateDiff: { readonly [key: string]: { readonly [member: string]: unknown } } | null; readonly trace: readonly ({ readonly action: { readonly callType?: "call" | "callcode" | "delegatecall" | "staticcall"; readonly from?: Hex; readonly to?: Hex; readonly gas?: Hex; readonly input?: Hex; readonly init?: Hex; readonly value?: Hex; readonly address?: Hex; readonly refundAddress?: Hex; readonly balance?: Hex; readonly creationMethod?: "create" | "create2" }; readonly blockHash?: Hex; readonly blockNumber?: number; readonly transactionHash?: Hex; readonly transactionPosition?: number; readonly type: "call" | "create" | "suicide"; readonly subtraces: number; readonly traceAddress: readonly (number)[]; readonly result?: { readonly gasUsed?: Hex; readonly output?: Hex; readonly code?: Hex; readonly address?: Hex } | null })[]; readonly vmTrace: { readonly [member: string]: unknown } | null } }
  /** The same as trace_call for a list of pairs of a call and its types; each call sees the changes of those before it. */
  'trace_callMany': { Parameters: readonly [calls: readonly (readonly (unknown)[])[], block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: readonly ({ readonly output: Hex; readonly stateDiff: { readonly [key: string]: { readonly [member: string]: unknown } } | null; readonly trace: readonly ({ readonly action: { readonly callType?: "call" | "callcode" | "delegatecall" | "staticcall"; readonly from?: Hex; readonly to?: Hex; readonly gas?: Hex; readonly input?: Hex; readonly init?: Hex; readonly value?: Hex; readonly address?: Hex; readonly refundAddress?: Hex; readonly balance?: Hex; readonly creationMethod?: "create" | "create2" }; readonly blockHash?: Hex; readonly blockNumber?: number; readonly transactionHash?: Hex; readonly transactionPosition?: number; readonly type: "call" | "create" | "suicide"; readonly subtraces: number; readonly traceAddress: readonly (number)[]; readonly result?: { readonly gasUsed?: Hex; readonly output?: Hex; readonly code?: Hex; readonly address?: Hex } | null })[]; readonly vmTrace: { readonly [member: string]: unknown } | null })[] }
  /** The traces of a range of the best chain, and of the pending block if an end of the range names it: of all transactions, or those of certain senders and receivers and the inner calls between them. */
  'trace_filter': { Parameters: readonly [filter: { readonly fromBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null | undefined; readonly toBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null | undefined; readonly fromAddress?: string | readonly (string)[] | null | undefined; readonly toAddress?: string | readonly (string)[] | null | undefined; readonly after?: number | null | undefined; readonly count?: number | null | undefined }]; ReturnType: readonly ({ readonly action: { readonly callType?: "call" | "callcode" | "delegatecall" | "staticcall"; readonly from?: Hex; readonly to?: Hex; readonly gas?: Hex; readonly input?: Hex; readonly init?: Hex; readonly value?: Hex; readonly address?: Hex; readonly refundAddress?: Hex; readonly balance?: Hex; readonly creationMethod?: "create" | "create2" }; readonly blockHash: Hex; readonly blockNumber: number; readonly transactionHash: Hex; readonly transactionPosition: number; readonly type: "call" | "create" | "suicide"; readonly subtraces: number; readonly traceAddress: readonly (number)[]; readonly result: { readonly gasUsed?: Hex; readonly output?: Hex; readonly code?: Hex; readonly address?: Hex } | null })[] }
  /** The call or creation at a path in the call tree of a transaction; null for an unknown transaction. */
  'trace_get': { Parameters: readonly [transactionHash: string, positions: string | readonly (string)[]]; ReturnType: { readonly action: { readonly callType?: "call" | "callcode" | "delegatecall" | "staticcall"; readonly from?: Hex; readonly to?: Hex; readonly gas?: Hex; readonly input?: Hex; readonly init?: Hex; readonly value?: Hex; readonly address?: Hex; readonly refundAddress?: Hex; readonly balance?: Hex; readonly creationMethod?: "create" | "create2" }; readonly blockHash: Hex; readonly blockNumber: number; readonly transactionHash: Hex; readonly transactionPosition: number; readonly type: "call" | "create" | "suicide"; readonly subtraces: number; readonly traceAddress: readonly (number)[]; readonly result: { readonly gasUsed?: Hex; readonly output?: Hex; readonly code?: Hex; readonly address?: Hex } | null } | null }
  /** Executes a signed transaction on the state after a block, the best one by default, without submitting it; the sender’s nonce and balance are not checked. */
  'trace_rawTransaction': { Parameters: readonly [transaction: string, types: readonly ("trace" | "stateDiff" | "vmTrace")[], block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | null]; ReturnType: { readonly output: Hex; readonly stateDiff: { readonly [key: string]: { readonly [member: string]: unknown } } | null; readonly trace: readonly ({ readonly action: { readonly callType?: "call" | "callcode" | "delegatecall" | "staticcall"; readonly from?: Hex; readonly to?: Hex; readonly gas?: Hex; readonly input?: Hex; readonly init?: Hex; readonly value?: Hex; readonly address?: Hex; readonly refundAddress?: Hex; readonly balance?: Hex; readonly creationMethod?: "create" | "create2" }; readonly blockHash?: Hex; readonly blockNumber?: number; readonly transactionHash?: Hex; readonly transactionPosition?: number; readonly type: "call" | "create" | "suicide"; readonly subtraces: number; readonly traceAddress: readonly (number)[]; readonly result?: { readonly gasUsed?: Hex; readonly output?: Hex; readonly code?: Hex; readonly address?: Hex } | null })[]; readonly vmTrace: { readonly [member: string]: unknown } | null } }
  /** The same as trace_replayTransaction for every transaction of a block, including the REMASC transaction if blocks show it; null for an unknown block. */
  'trace_replayBlockTransactions': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string, types: readonly ("trace" | "stateDiff" | "vmTrace")[]]; ReturnType: readonly ({ readonly output: Hex; readonly stateDiff: { readonly [key: string]: { readonly [member: string]: unknown } } | null; readonly trace: readonly ({ readonly action: { readonly callType?: "call" | "callcode" | "delegatecall" | "staticcall"; readonly from?: Hex; readonly to?: Hex; readonly gas?: Hex; readonly input?: Hex; readonly init?: Hex; readonly value?: Hex; readonly address?: Hex; readonly refundAddress?: Hex; readonly balance?: Hex; readonly creationMethod?: "create" | "create2" }; readonly blockHash?: Hex; readonly blockNumber?: number; readonly transactionHash?: Hex; readonly transactionPosition?: number; readonly type: "call" | "create" | "suicide"; readonly subtraces: number; readonly traceAddress: readonly (number)[]; readonly result?: { readonly gasUsed?: Hex; readonly output?: Hex; readonly code?: Hex; readonly address?: Hex } | null })[]; readonly vmTrace: { readonly [member: string]: unknown } | null; readonly transactionHash: Hex })[] | null }
  /** Executes a transaction of the best chain again: its output, its calls (trace) and what it changed (stateDiff); null for an unknown transaction. */
  'trace_replayTransaction': { Parameters: readonly [transactionHash: string, types: readonly ("trace" | "stateDiff" | "vmTrace")[]]; ReturnType: { readonly output: Hex; readonly stateDiff: { readonly [key: string]: { readonly [member: string]: unknown } } | null; readonly trace: readonly ({ readonly action: { readonly callType?: "call" | "callcode" | "delegatecall" | "staticcall"; readonly from?: Hex; readonly to?: Hex; readonly gas?: Hex; readonly input?: Hex; readonly init?: Hex; readonly value?: Hex; readonly address?: Hex; readonly refundAddress?: Hex; readonly balance?: Hex; readonly creationMethod?: "create" | "create2" }; readonly blockHash?: Hex; readonly blockNumber?: number; readonly transactionHash?: Hex; readonly transactionPosition?: number; readonly type: "call" | "create" | "suicide"; readonly subtraces: number; readonly traceAddress: readonly (number)[]; readonly result?: { readonly gasUsed?: Hex; readonly output?: Hex; readonly code?: Hex; readonly address?: Hex } | null })[]; readonly vmTrace: { readonly [member: string]: unknown } | null; readonly transactionHash: Hex } | null }
  /** Every call and creation of a transaction of the best chain; null for an unknown transaction. */
  'trace_transaction': { Parameters: readonly [transactionHash: string]; ReturnType: readonly ({ readonly action: { readonly callType?: "call" | "callcode" | "delegatecall" | "staticcall"; readonly from?: Hex; readonly to?: Hex; readonly gas?: Hex; readonly input?: Hex; readonly init?: Hex; readonly value?: Hex; readonly address?: Hex; readonly refundAddress?: Hex; readonly balance?: Hex; readonly creationMethod?: "create" | "create2" }; readonly blockHash: Hex; readonly blockNumber: number; readonly transactionHash: Hex; readonly transactionPosition: number; readonly type: "call" | "create" | "suicide"; readonly subtraces: number; readonly traceAddress: readonly (number)[]; readonly result: { readonly gasUsed?: Hex; readonly output?: Hex; readonly code?: Hex; readonly address?: Hex } | null })[] | null }
  /** One window of a query in SQD’s language: the first and the last block of the covered range, and those between with selected items; empty above the best block. */
  'data_blocks': { Parameters: readonly [query: { readonly fromBlock?: number | null | undefined; readonly toBlock?: number | null | undefined; readonly parentBlockHash?: string | null | undefined; readonly includeAllBlocks?: boolean | null | undefined; readonly fields?: { readonly [member: string]: unknown } | null | undefined; readonly logs?: readonly ({ readonly [member: string]: unknown })[] | null | undefined; readonly transactions?: readonly ({ readonly [member: string]: unknown })[] | null | undefined; readonly traces?: readonly ({ readonly [member: string]: unknown })[] | null | undefined; readonly stateDiffs?: readonly ({ readonly [member: string]: unknown })[] | null | undefined }, scope?: "latest" | "finalized" | null]; ReturnType: readonly ({ readonly header?: { readonly [member: string]: unknown } })[] }
  /** The best block, the newest final one, the number of the first block whose logs and receipts can be queried, and the hash of the genesis block; a fork does not tell the last. */
  'data_heads': { Parameters: readonly []; ReturnType: { readonly latest: { readonly number: number; readonly hash: Hex }; readonly finalized: { readonly number: number; readonly hash: Hex }; readonly start: number; readonly genesis?: Hex } }
  /** The same as eth_getBlockByNumber without whole transactions; Otterscan calls it to check whether it can use a node. */
  'erigon_getHeaderByNumber': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | number]; ReturnType: RpcBlock | null }
  /** The last logs of a range that match a filter, newest first: `logCount` of them (200 by default), or those of the last `blockCount` blocks that have some. With `ignoreTopicsOrder` a log matches with one of the topics at any position. The range begins with the first block by default. */
  'erigon_getLatestLogs': { Parameters: readonly [filter: { readonly fromBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null | undefined; readonly toBlock?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | null | undefined; readonly address?: string | readonly (string)[] | null | undefined; readonly topics?: readonly (string | null | readonly (string | null)[])[] | null | undefined; readonly blockHash?: string | null | undefined }, options?: { readonly logCount?: number | string | null | undefined; readonly blockCount?: number | string | null | undefined; readonly ignoreTopicsOrder?: boolean | null | undefined } | null]; ReturnType: readonly (RpcLog & { readonly timestamp: Hex })[] }
  /** The logs of a block, a list for each transaction; null for an unknown block. */
  'erigon_getLogsByHash': { Parameters: readonly [blockHash: string]; ReturnType: readonly (readonly (RpcLog)[])[] | null }
  /** The level of the API of the block explorer Otterscan that this node has. */
  'ots_getApiLevel': { Parameters: readonly []; ReturnType: 8 }
  /** A block without its transactions, with their number and fees; null for an unknown block. */
  'ots_getBlockDetails': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | number]; ReturnType: { readonly block: { readonly hash?: Hex; readonly number?: Hex; readonly transactionCount?: number }; readonly issuance: { readonly blockReward: Hex; readonly uncleReward: Hex; readonly issuance: Hex }; readonly totalFees: Hex } | null }
  /** The same as ots_getBlockDetails for a block of any branch. */
  'ots_getBlockDetailsByHash': { Parameters: readonly [blockHash: string]; ReturnType: { readonly block: { readonly hash?: Hex; readonly number?: Hex; readonly transactionCount?: number }; readonly issuance: { readonly blockReward: Hex; readonly uncleReward: Hex; readonly issuance: Hex }; readonly totalFees: Hex } | null }
  /** A page of the transactions of a block with their receipts, counted from the end of the block; null for an unknown block. */
  'ots_getBlockTransactions': { Parameters: readonly [block: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | number, pageNumber: number | string, pageSize: number | string]; ReturnType: { readonly fullblock: { readonly [member: string]: unknown }; readonly receipts: readonly ({ readonly [member: string]: unknown })[] } | null }
  /** The transaction and the account that created a contract; null for other accounts and contracts of the genesis block. A binary search over states, then one block is executed; without the states, what the execution of the block recorded. */
  'ots_getContractCreator': { Parameters: readonly [address: string]; ReturnType: { readonly hash: Hex; readonly creator: Hex } | null }
  /** The payments (0), self-destructions (1) and creations (2, 3) inside a transaction; null for an unknown transaction. */
  'ots_getInternalOperations': { Parameters: readonly [transactionHash: string]; ReturnType: readonly ({ readonly type: 0 | 1 | 2 | 3; readonly from: Hex; readonly to: Hex; readonly value: Hex })[] | null }
  /** The hash of the transaction of an account with a nonce; null if there is none. A binary search over states. */
  'ots_getTransactionBySenderAndNonce': { Parameters: readonly [address: string, nonce: string]; ReturnType: Hex | null }
  /** The data with which a transaction reverted; 0x for any other outcome, null for an unknown transaction. */
  'ots_getTransactionError': { Parameters: readonly [transactionHash: string]; ReturnType: Hex | null }
  /** Whether an account has code. */
  'ots_hasCode': { Parameters: readonly [address: string, block?: "latest" | "earliest" | "pending" | "safe" | "finalized" | string | { readonly blockHash?: string | null | undefined; readonly blockNumber?: string | null | undefined; readonly requireCanonical?: boolean | null | undefined } | number | null]; ReturnType: boolean }
  /** The oldest transactions after a block (0: of the whole chain) in which an account takes part, also in inner calls; newest first. A search executes at most one block for each transaction of the page; in a block whose state is not stored it compares sender, receiver, created contract and events. */
  'ots_searchTransactionsAfter': { Parameters: readonly [address: string, blockNumber: number | string, pageSize: number | string]; ReturnType: { readonly txs: readonly ({ readonly [member: string]: unknown })[]; readonly receipts: readonly ({ readonly [member: string]: unknown })[]; readonly firstPage: boolean; readonly lastPage: boolean } }
  /** The newest transactions before a block (0: of the whole chain) in which an account takes part, also in inner calls; newest first. A search executes at most one block for each transaction of the page; in a block whose state is not stored it compares sender, receiver, created contract and events. */
  'ots_searchTransactionsBefore': { Parameters: readonly [address: string, blockNumber: number | string, pageSize: number | string]; ReturnType: { readonly txs: readonly ({ readonly [member: string]: unknown })[]; readonly receipts: readonly ({ readonly [member: string]: unknown })[]; readonly firstPage: boolean; readonly lastPage: boolean } }
  /** The calls of a transaction as a list with their depth; null for an unknown transaction. */
  'ots_traceTransaction': { Parameters: readonly [transactionHash: string]; ReturnType: readonly ({ readonly type: string; readonly depth: number; readonly from: Hex; readonly to: Hex; readonly value: Hex | null; readonly input: Hex; readonly output: Hex })[] | null }
  /** Every method that answers, with its parameters and result, as an OpenRPC document. */
  'rpc.discover': { Parameters: readonly []; ReturnType: { readonly openrpc?: string; readonly info?: { readonly [member: string]: unknown }; readonly methods?: readonly ({ readonly [member: string]: unknown })[] } }
  /** Adds an account without a key, locked with a passphrase; personal_unlockAccount lets it send transactions. False if the account is known. */
  'evm_addAccount': { Parameters: readonly [address: string, passphrase: string]; ReturnType: boolean }
  /** Removes an account that evm_addAccount added; false if there is no such account. */
  'evm_removeAccount': { Parameters: readonly [address: string, passphrase: string]; ReturnType: boolean }
  /** Adds wei to the balance of an account. */
  'anvil_addBalance': { Parameters: readonly [address: string, amount: string]; ReturnType: boolean }
  /** Adds wei to the balance of an account. */
  'hardhat_addBalance': { Parameters: readonly [address: string, amount: string]; ReturnType: boolean }
  /** Adds wei to the balance of an account. */
  'ganache_addBalance': { Parameters: readonly [address: string, amount: string]; ReturnType: boolean }
  /** Switches on or off that transactions of every account are accepted without its signature. */
  'anvil_autoImpersonateAccount': { Parameters: readonly [enabled: boolean]; ReturnType: boolean }
  /** Switches on or off that transactions of every account are accepted without its signature. */
  'hardhat_autoImpersonateAccount': { Parameters: readonly [enabled: boolean]; ReturnType: boolean }
  /** Switches on or off that transactions of every account are accepted without its signature. */
  'ganache_autoImpersonateAccount': { Parameters: readonly [enabled: boolean]; ReturnType: boolean }
  /** Sets the balance of an account in a token of ERC-20, if the token keeps it in a storage cell. */
  'anvil_dealERC20': { Parameters: readonly [address: string, token: string, balance: string]; ReturnType: boolean }
  /** Sets the balance of an account in a token of ERC-20, if the token keeps it in a storage cell. */
  'anvil_dealErc20': { Parameters: readonly [address: string, token: string, balance: string]; ReturnType: boolean }
  /** Sets the balance of an account in a token of ERC-20, if the token keeps it in a storage cell. */
  'anvil_setERC20Balance': { Parameters: readonly [address: string, token: string, balance: string]; ReturnType: boolean }
  /** Sets the balance of an account in a token of ERC-20, if the token keeps it in a storage cell. */
  'hardhat_dealERC20': { Parameters: readonly [address: string, token: string, balance: string]; ReturnType: boolean }
  /** Removes all waiting transactions. */
  'anvil_dropAllTransactions': { Parameters: readonly []; ReturnType: boolean }
  /** Removes all waiting transactions. */
  'hardhat_dropAllTransactions': { Parameters: readonly []; ReturnType: boolean }
  /** Removes all waiting transactions. */
  'ganache_dropAllTransactions': { Parameters: readonly []; ReturnType: boolean }
  /** Removes a waiting transaction; false if it does not wait. */
  'anvil_dropTransaction': { Parameters: readonly [transactionHash: string]; ReturnType: boolean }
  /** Removes a waiting transaction; false if it does not wait. */
  'hardhat_dropTransaction': { Parameters: readonly [transactionHash: string]; ReturnType: boolean }
  /** Removes a waiting transaction; false if it does not wait. */
  'ganache_dropTransaction': { Parameters: readonly [transactionHash: string]; ReturnType: boolean }
  /** The accounts and blocks of the chain, as gzip in hex, for anvil_loadState. */
  'anvil_dumpState': { Parameters: readonly []; ReturnType: Hex }
  /** The accounts and blocks of the chain, as gzip in hex, for anvil_loadState. */
  'hardhat_dumpState': { Parameters: readonly []; ReturnType: Hex }
  /** The accounts and blocks of the chain, as gzip in hex, for anvil_loadState. */
  'ganache_dumpState': { Parameters: readonly []; ReturnType: Hex }
  /** Adds the accounts of anvil_dumpState to the chain, and its blocks to a new one; a state of another chain is refused. */
  'anvil_loadState': { Parameters: readonly [state: string]; ReturnType: boolean }
  /** Adds the accounts of anvil_dumpState to the chain, and its blocks to a new one; a state of another chain is refused. */
  'hardhat_loadState': { Parameters: readonly [state: string]; ReturnType: boolean }
  /** Adds the accounts of anvil_dumpState to the chain, and its blocks to a new one; a state of another chain is refused. */
  'ganache_loadState': { Parameters: readonly [state: string]; ReturnType: boolean }
  /** Whether each transaction is mined at once. */
  'anvil_getAutomine': { Parameters: readonly []; ReturnType: boolean }
  /** Whether each transaction is mined at once. */
  'hardhat_getAutomine': { Parameters: readonly []; ReturnType: boolean }
  /** Whether each transaction is mined at once. */
  'ganache_getAutomine': { Parameters: readonly []; ReturnType: boolean }
  /** The compiled contract (`--artifacts`) whose code an account has, compared without metadata, immutable values and addresses of libraries; with its sources on request. Null for other accounts. */
  'dev_getContract': { Parameters: readonly [address: string, withSources?: boolean | null]; ReturnType: { readonly name?: string; readonly path?: string; readonly abi?: readonly ({ readonly [member: string]: unknown })[] } | null }
  /** Seconds between blocks that are mined at an interval; null without an interval. */
  'anvil_getIntervalMining': { Parameters: readonly []; ReturnType: number | null }
  /** Seconds between blocks that are mined at an interval; null without an interval. */
  'hardhat_getIntervalMining': { Parameters: readonly []; ReturnType: number | null }
  /** Seconds between blocks that are mined at an interval; null without an interval. */
  'ganache_getIntervalMining': { Parameters: readonly []; ReturnType: number | null }
  /** Accepts transactions of an account without its signature. */
  'anvil_impersonateAccount': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Accepts transactions of an account without its signature. */
  'hardhat_impersonateAccount': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Accepts transactions of an account without its signature. */
  'ganache_impersonateAccount': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** The software, the chain id, this run of the chain and its best block, in Hardhat’s and Anvil’s form. */
  'hardhat_metadata': { Parameters: readonly []; ReturnType: { readonly clientVersion?: string; readonly chainId?: number; readonly instanceId?: Hex } }
  /** The software, the chain id, this run of the chain and its best block, in Hardhat’s and Anvil’s form. */
  'anvil_metadata': { Parameters: readonly []; ReturnType: { readonly clientVersion?: string; readonly chainId?: number; readonly instanceId?: Hex } }
  /** The software, the chain id, this run of the chain and its best block, in Hardhat’s and Anvil’s form. */
  'ganache_metadata': { Parameters: readonly []; ReturnType: { readonly clientVersion?: string; readonly chainId?: number; readonly instanceId?: Hex } }
  /** Mines blocks, each a number of seconds later than the one before. */
  'anvil_mine': { Parameters: readonly [blocks?: string | null, interval?: string | number | null]; ReturnType: boolean }
  /** Mines blocks, each a number of seconds later than the one before. */
  'hardhat_mine': { Parameters: readonly [blocks?: string | null, interval?: string | number | null]; ReturnType: boolean }
  /** Mines blocks, each a number of seconds later than the one before. */
  'ganache_mine': { Parameters: readonly [blocks?: string | null, interval?: string | number | null]; ReturnType: boolean }
  /** Mines as evm_mine does and answers the blocks with their transactions. */
  'evm_mine_detailed': { Parameters: readonly [order?: string | number | { readonly blocks?: string | number | null | undefined; readonly timestamp?: string | number | null | undefined } | null]; ReturnType: readonly (RpcBlock)[] }
  /** Mines as evm_mine does and answers the blocks with their transactions. */
  'anvil_mine_detailed': { Parameters: readonly [order?: string | number | { readonly blocks?: string | number | null | undefined; readonly timestamp?: string | number | null | undefined } | null]; ReturnType: readonly (RpcBlock)[] }
  /** Mines the waiting transactions, and from now on each transaction at once. */
  'miner_start': { Parameters: readonly []; ReturnType: boolean }
  /** Stops mining each transaction at once; transactions wait until a block is mined on request. */
  'miner_stop': { Parameters: readonly []; ReturnType: boolean }
  /** The best block, the rules and the choices of the chain, in Anvil’s form. */
  'anvil_nodeInfo': { Parameters: readonly []; ReturnType: { readonly currentBlockNumber?: Hex; readonly currentBlockHash?: Hex } }
  /** The best block, the rules and the choices of the chain, in Anvil’s form. */
  'hardhat_nodeInfo': { Parameters: readonly []; ReturnType: { readonly currentBlockNumber?: Hex; readonly currentBlockHash?: Hex } }
  /** The best block, the rules and the choices of the chain, in Anvil’s form. */
  'ganache_nodeInfo': { Parameters: readonly []; ReturnType: { readonly currentBlockNumber?: Hex; readonly currentBlockHash?: Hex } }
  /** Lets the timestamps of blocks follow the clock again. */
  'anvil_removeBlockTimestampInterval': { Parameters: readonly []; ReturnType: boolean }
  /** Lets the timestamps of blocks follow the clock again. */
  'hardhat_removeBlockTimestampInterval': { Parameters: readonly []; ReturnType: boolean }
  /** Lets the timestamps of blocks follow the clock again. */
  'ganache_removeBlockTimestampInterval': { Parameters: readonly []; ReturnType: boolean }
  /** Removes the waiting transactions of an account. */
  'anvil_removePoolTransactions': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Removes the waiting transactions of an account. */
  'hardhat_removePoolTransactions': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Removes the waiting transactions of an account. */
  'ganache_removePoolTransactions': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Replaces the latest blocks by as many new ones, with the transactions that are given for each; those of the replaced blocks are lost. */
  'anvil_reorg': { Parameters: readonly [depth: string, transactions?: readonly (readonly (string | { readonly [member: string]: unknown })[])[] | null]; ReturnType: null }
  /** Restores the first block and discards all snapshots; with `forking`, the chain becomes a fork of `jsonRpcUrl` at `blockNumber`, and without it a fork ends. */
  'anvil_reset': { Parameters: readonly [options?: { readonly forking?: { readonly jsonRpcUrl?: string | null | undefined } | null | undefined } | null]; ReturnType: boolean }
  /** Restores the first block and discards all snapshots; with `forking`, the chain becomes a fork of `jsonRpcUrl` at `blockNumber`, and without it a fork ends. */
  'hardhat_reset': { Parameters: readonly [options?: { readonly forking?: { readonly jsonRpcUrl?: string | null | undefined } | null | undefined } | null]; ReturnType: boolean }
  /** Restores the first block and discards all snapshots; with `forking`, the chain becomes a fork of `jsonRpcUrl` at `blockNumber`, and without it a fork ends. */
  'ganache_reset': { Parameters: readonly [options?: { readonly forking?: { readonly jsonRpcUrl?: string | null | undefined } | null | undefined } | null]; ReturnType: boolean }
  /** Removes the latest blocks; their transactions are lost. */
  'anvil_rollback': { Parameters: readonly [depth?: string | null]; ReturnType: boolean }
  /** Submits a transaction of any account without its signature and answers its hash. */
  'eth_sendUnsignedTransaction': { Parameters: readonly [transaction: { readonly from?: string | null | undefined; readonly to?: string | null | undefined; readonly gas?: string | null | undefined; readonly gasPrice?: string | null | undefined; readonly gasLimit?: string | null | undefined; readonly nonce?: string | null | undefined; readonly chainId?: string | null | undefined; readonly value?: string | null | undefined; readonly data?: string | null | undefined; readonly input?: string | null | undefined; readonly type?: string | null | undefined; readonly maxFeePerGas?: string | null | undefined; readonly maxPriorityFeePerGas?: string | null | undefined; readonly accessList?: readonly ({ readonly address: string; readonly storageKeys: readonly (string)[] })[] | null | undefined; readonly authorizationList?: readonly ({ readonly chainId: string; readonly address: string; readonly nonce: string; readonly yParity: string; readonly r: string; readonly s: string })[] | null | undefined }]; ReturnType: Hex }
  /** Switches on or off that each transaction is mined at once. */
  'evm_setAutomine': { Parameters: readonly [enabled: boolean]; ReturnType: boolean }
  /** Switches on or off that each transaction is mined at once. */
  'anvil_setAutomine': { Parameters: readonly [enabled: boolean]; ReturnType: boolean }
  /** Sets the balance of an account in wei. */
  'anvil_setBalance': { Parameters: readonly [address: string, balance: string]; ReturnType: boolean }
  /** Sets the balance of an account in wei. */
  'hardhat_setBalance': { Parameters: readonly [address: string, balance: string]; ReturnType: boolean }
  /** Sets the balance of an account in wei. */
  'ganache_setBalance': { Parameters: readonly [address: string, balance: string]; ReturnType: boolean }
  /** Sets the balance of an account in wei. */
  'evm_setAccountBalance': { Parameters: readonly [address: string, balance: string]; ReturnType: boolean }
  /** Sets the gas limit from the next block on. */
  'evm_setBlockGasLimit': { Parameters: readonly [gasLimit: string]; ReturnType: boolean }
  /** Sets the gas limit from the next block on. */
  'anvil_setBlockGasLimit': { Parameters: readonly [gasLimit: string]; ReturnType: boolean }
  /** Makes each block later than its parent by this number of seconds. */
  'anvil_setBlockTimestampInterval': { Parameters: readonly [interval: string | number]; ReturnType: boolean }
  /** Makes each block later than its parent by this number of seconds. */
  'ganache_setBlockTimestampInterval': { Parameters: readonly [interval: string | number]; ReturnType: boolean }
  /** Makes each block later than its parent by this number of milliseconds. */
  'hardhat_setBlockTimestampInterval': { Parameters: readonly [interval: string | number]; ReturnType: boolean }
  /** Answers true for the id of the chain, and an error for another one: a running chain cannot change its id. */
  'anvil_setChainId': { Parameters: readonly [chainId: string]; ReturnType: boolean }
  /** Sets the code of an account. */
  'anvil_setCode': { Parameters: readonly [address: string, code: string]; ReturnType: boolean }
  /** Sets the code of an account. */
  'hardhat_setCode': { Parameters: readonly [address: string, code: string]; ReturnType: boolean }
  /** Sets the code of an account. */
  'ganache_setCode': { Parameters: readonly [address: string, code: string]; ReturnType: boolean }
  /** Sets the code of an account. */
  'evm_setAccountCode': { Parameters: readonly [address: string, code: string]; ReturnType: boolean }
  /** Sets the account that the next blocks pay. */
  'anvil_setCoinbase': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Sets the account that the next blocks pay. */
  'hardhat_setCoinbase': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Sets the account that the next blocks pay. */
  'ganache_setCoinbase': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Sets the account that the next blocks pay. */
  'miner_setEtherbase': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Sets what a spender may take of the owner’s tokens of ERC-20, if the token keeps it in a storage cell. */
  'anvil_setERC20Allowance': { Parameters: readonly [owner: string, spender: string, token: string, amount: string]; ReturnType: boolean }
  /** Sets what a spender may take of the owner’s tokens of ERC-20, if the token keeps it in a storage cell. */
  'anvil_setErc20Allowance': { Parameters: readonly [owner: string, spender: string, token: string, amount: string]; ReturnType: boolean }
  /** Sets what a spender may take of the owner’s tokens of ERC-20, if the token keeps it in a storage cell. */
  'hardhat_setERC20Allowance': { Parameters: readonly [owner: string, spender: string, token: string, amount: string]; ReturnType: boolean }
  /** Mines a block at an interval: below 1000 in seconds, else in milliseconds; 0 ends it. */
  'evm_setIntervalMining': { Parameters: readonly [interval: string | number]; ReturnType: boolean }
  /** Mines a block at an interval: below 1000 in seconds, else in milliseconds; 0 ends it. */
  'anvil_setIntervalMining': { Parameters: readonly [interval: string | number]; ReturnType: boolean }
  /** Switches the log of calls and transactions on or off. */
  'anvil_setLoggingEnabled': { Parameters: readonly [enabled: boolean]; ReturnType: boolean }
  /** Switches the log of calls and transactions on or off. */
  'hardhat_setLoggingEnabled': { Parameters: readonly [enabled: boolean]; ReturnType: boolean }
  /** Switches the log of calls and transactions on or off. */
  'ganache_setLoggingEnabled': { Parameters: readonly [enabled: boolean]; ReturnType: boolean }
  /** Sets the minimum gas price from the next block on. */
  'anvil_setMinGasPrice': { Parameters: readonly [gasPrice: string]; ReturnType: boolean }
  /** Sets the minimum gas price from the next block on. */
  'hardhat_setMinGasPrice': { Parameters: readonly [gasPrice: string]; ReturnType: boolean }
  /** Sets the minimum gas price from the next block on. */
  'ganache_setMinGasPrice': { Parameters: readonly [gasPrice: string]; ReturnType: boolean }
  /** Sets the minimum gas price from the next block on. */
  'miner_setGasPrice': { Parameters: readonly [gasPrice: string]; ReturnType: boolean }
  /** Sets the minimum gas price from the next block on, which is Rootstock’s counterpart of the base fee. */
  'anvil_setNextBlockBaseFeePerGas': { Parameters: readonly [baseFeePerGas: string]; ReturnType: boolean }
  /** Sets the minimum gas price from the next block on, which is Rootstock’s counterpart of the base fee. */
  'hardhat_setNextBlockBaseFeePerGas': { Parameters: readonly [baseFeePerGas: string]; ReturnType: boolean }
  /** Sets the minimum gas price from the next block on, which is Rootstock’s counterpart of the base fee. */
  'ganache_setNextBlockBaseFeePerGas': { Parameters: readonly [baseFeePerGas: string]; ReturnType: boolean }
  /** Sets the nonce of an account. */
  'anvil_setNonce': { Parameters: readonly [address: string, nonce: string]; ReturnType: boolean }
  /** Sets the nonce of an account. */
  'hardhat_setNonce': { Parameters: readonly [address: string, nonce: string]; ReturnType: boolean }
  /** Sets the nonce of an account. */
  'ganache_setNonce': { Parameters: readonly [address: string, nonce: string]; ReturnType: boolean }
  /** Sets the nonce of an account. */
  'evm_setAccountNonce': { Parameters: readonly [address: string, nonce: string]; ReturnType: boolean }
  /** Answers an error, because Rootstock has no PREVRANDAO. */
  'hardhat_setPrevRandao': { Parameters: readonly [prevRandao: string]; ReturnType: boolean }
  /** Answers an error, because Rootstock has no PREVRANDAO. */
  'anvil_setPrevRandao': { Parameters: readonly [prevRandao: string]; ReturnType: boolean }
  /** Lets a fork fetch from another endpoint, which must have the same chain and the fork block. */
  'anvil_setRpcUrl': { Parameters: readonly [url: string]; ReturnType: boolean }
  /** Lets a fork fetch from another endpoint, which must have the same chain and the fork block. */
  'hardhat_setRpcUrl': { Parameters: readonly [url: string]; ReturnType: boolean }
  /** Lets a fork fetch from another endpoint, which must have the same chain and the fork block. */
  'ganache_setRpcUrl': { Parameters: readonly [url: string]; ReturnType: boolean }
  /** Sets a word of the storage of an account. */
  'anvil_setStorageAt': { Parameters: readonly [address: string, position: string, value: string]; ReturnType: boolean }
  /** Sets a word of the storage of an account. */
  'hardhat_setStorageAt': { Parameters: readonly [address: string, position: string, value: string]; ReturnType: boolean }
  /** Sets a word of the storage of an account. */
  'ganache_setStorageAt': { Parameters: readonly [address: string, position: string, value: string]; ReturnType: boolean }
  /** Sets a word of the storage of an account. */
  'evm_setAccountStorageAt': { Parameters: readonly [address: string, position: string, value: string]; ReturnType: boolean }
  /** Sets the clock to a time in seconds or milliseconds since 1970 and answers its offset in seconds. */
  'evm_setTime': { Parameters: readonly [time: string | number]; ReturnType: number }
  /** Sets the clock to a time in seconds or milliseconds since 1970 and answers its offset in seconds. */
  'anvil_setTime': { Parameters: readonly [time: string | number]; ReturnType: number }
  /** Requires the signature of an account again; false if it was required already. */
  'anvil_stopImpersonatingAccount': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Requires the signature of an account again; false if it was required already. */
  'hardhat_stopImpersonatingAccount': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** Requires the signature of an account again; false if it was required already. */
  'ganache_stopImpersonatingAccount': { Parameters: readonly [address: string]; ReturnType: boolean }
  /** The account that signed a message with personal_sign or eth_sign. */
  'personal_ecRecover': { Parameters: readonly [message: string, signature: string]; ReturnType: Hex }
  /** The RLP of a transaction of the best chain or the pool; null for an unknown transaction. */
  'eth_getRawTransactionByHash': { Parameters: readonly [transactionHash: string]; ReturnType: Hex | null }
  /** Moves the clock forward and answers its total offset in seconds. */
  'anvil_increaseTime': { Parameters: readonly [seconds: string | number]; ReturnType: Hex }
  /** Restores a snapshot; false for an unknown id. */
  'anvil_revert': { Parameters: readonly [snapshotId: string]; ReturnType: boolean }
  /** Sets the timestamp of the next block; the clock continues from there. */
  'anvil_setNextBlockTimestamp': { Parameters: readonly [timestamp: string | number]; ReturnType: Hex }
  /** Saves a snapshot of the chain and answers its id. */
  'anvil_snapshot': { Parameters: readonly []; ReturnType: Hex }
  /** Mines blocks on both chains: with `step` until a peg-in, peg-out or federation reaches its next stage, otherwise until nothing waits for blocks. */
  'peg_advance': { Parameters: readonly [what?: "step" | "all" | null]; ReturnType: { readonly bitcoinBlocks: number; readonly rootstockBlocks: number } }
  /** The Bitcoin beside the chain: kind, best block, waiting transactions and the satoshis of its wallet. */
  'peg_bitcoin': { Parameters: readonly []; ReturnType: { readonly kind: string; readonly height: number; readonly bestBlock: string; readonly waiting: readonly (string)[]; readonly satoshis: number; readonly isAutomatic: boolean } }
  /** Votes for a federation of new members; validation, activation and migration follow automatically. */
  'peg_changeFederation': { Parameters: readonly [request?: { readonly members?: number | null | undefined } | null]; ReturnType: { readonly next: { readonly [member: string]: unknown } } }
  /** The active, retiring, proposed and awaited federation with members, addresses and ages, and its bitcoins. */
  'peg_federation': { Parameters: readonly []; ReturnType: { readonly active: { readonly [member: string]: unknown }; readonly retiring: { readonly [member: string]: unknown } | null; readonly proposed: { readonly [member: string]: unknown } | null; readonly awaited: { readonly [member: string]: unknown } | null; readonly pending: readonly ({ readonly [member: string]: unknown })[] | null; readonly satoshis: number; readonly minimumPegIn: number; readonly minimumPegOut: number } }
  /** Pays to the address of a flyover, mines its confirmations and registers it with the contract of a liquidity provider. */
  'peg_flyover': { Parameters: readonly [request: { readonly satoshis?: number | string | null | undefined; readonly contract?: string | null | undefined }]; ReturnType: { readonly bitcoinTransaction: string; readonly contract: Hex; readonly derivationHash: Hex; readonly registeredBy: Hex; readonly result: string } }
  /** Pays bitcoins to the federation: from the wallet or from the key of `from`, for `to` or for the payer’s own account. */
  'peg_in': { Parameters: readonly [request: { readonly satoshis?: number | string | null | undefined; readonly to?: string | null | undefined; readonly from?: string | null | undefined; readonly refundAddress?: string | null | undefined }]; ReturnType: { readonly bitcoinTransaction: string; readonly receiver: Hex | null; readonly satoshis: number; readonly minimum: number } }
  /** The maximum satoshis of the peg; an amount raises it first, at most to twice its value. */
  'peg_lockingCap': { Parameters: readonly [satoshis?: number | string | null]; ReturnType: number }
  /** Sends RBTC of an account to the Bridge, which pays to the address of the same key on Bitcoin. */
  'peg_out': { Parameters: readonly [request: { readonly satoshis?: number | string | null | undefined; readonly from?: string | null | undefined; readonly bitcoinAddress?: string | null | undefined }]; ReturnType: { readonly transaction: Hex; readonly bitcoinAddress: string; readonly satoshis: number } }
  /** Peg-ins and peg-outs of the last blocks with their stage, the confirmations that are missing and what comes next. */
  'peg_status': { Parameters: readonly [id?: string | null]; ReturnType: { readonly bitcoinHeight: number; readonly rootstockHeight: number; readonly pegIns: readonly ({ readonly [member: string]: unknown })[]; readonly pegOuts: readonly ({ readonly [member: string]: unknown })[]; readonly transactions: readonly ({ readonly [member: string]: unknown })[] } }
}
