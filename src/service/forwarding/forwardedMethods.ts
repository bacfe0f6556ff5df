/** What an answer can be checked against. */
export type Checking =
  /** The header of a block, with its proof of work, and the roots in it. */
  | 'block'
  /** The state root of a block, if the upstream gives proofs. */
  | 'state'
  /** Nothing: the upstream is trusted. */
  | 'none'

/** When a method needs what the local chain does not have. */
export type Forwarded =
  /** One parameter is a block, the best one by default. */
  | { readonly reads: 'block'; readonly position: number; readonly checking: Checking }
  /** The first parameter is the hash of a block or of a transaction. */
  | { readonly reads: 'block-hash' | 'transaction-hash'; readonly checking: Checking }
  /** It is about the best block. */
  | { readonly reads: 'head'; readonly checking: Checking }
  | { readonly reads: 'logs'; readonly checking: 'none' }
  /** It sends a transaction, which miners must see. */
  | { readonly reads: 'submission'; readonly checking: 'none' }

const blockAt = (position: number, checking: Checking): Forwarded => ({ reads: 'block', position, checking })
const byBlockHash = (checking: Checking): Forwarded => ({ reads: 'block-hash', checking })
const byTransaction = (checking: Checking): Forwarded => ({ reads: 'transaction-hash', checking })

/**
 * Methods that an upstream may answer. Filters, subscriptions, the pool, peers, the wallet and mining are those of this
 * node, whatever its chain has.
 */
export const forwardedMethods: ReadonlyMap<string, Forwarded> = new Map(
  Object.entries({
    eth_blockNumber: { reads: 'head', checking: 'block' },
    eth_gasPrice: { reads: 'head', checking: 'none' },
    eth_maxPriorityFeePerGas: { reads: 'head', checking: 'none' },
    eth_getBlockByNumber: blockAt(0, 'block'),
    eth_getBlockReceipts: blockAt(0, 'block'),
    eth_getBlockTransactionCountByNumber: blockAt(0, 'block'),
    eth_getTransactionByBlockNumberAndIndex: blockAt(0, 'block'),
    eth_getUncleByBlockNumberAndIndex: blockAt(0, 'block'),
    eth_getUncleCountByBlockNumber: blockAt(0, 'block'),
    debug_getRawBlock: blockAt(0, 'block'),
    debug_getRawHeader: blockAt(0, 'block'),
    debug_getRawReceipts: blockAt(0, 'block'),
    rsk_getRawBlockHeaderByNumber: blockAt(0, 'block'),
    eth_getBlockByHash: byBlockHash('block'),
    eth_getBlockTransactionCountByHash: byBlockHash('block'),
    eth_getTransactionByBlockHashAndIndex: byBlockHash('block'),
    eth_getUncleByBlockHashAndIndex: byBlockHash('block'),
    eth_getUncleCountByBlockHash: byBlockHash('block'),
    rsk_getRawBlockHeaderByHash: byBlockHash('block'),
    eth_getTransactionByHash: byTransaction('block'),
    eth_getTransactionReceipt: byTransaction('block'),
    debug_getRawTransaction: byTransaction('block'),
    rsk_getRawTransactionReceiptByHash: byTransaction('block'),
    rsk_getTransactionReceiptNodesByHash: byTransaction('block'),
    eth_getBalance: blockAt(1, 'state'),
    eth_getCode: blockAt(1, 'state'),
    eth_getTransactionCount: blockAt(1, 'state'),
    eth_getStorageAt: blockAt(2, 'state'),
    rsk_getStorageBytesAt: blockAt(2, 'state'),
    eth_getProof: blockAt(2, 'none'),
    eth_call: blockAt(1, 'none'),
    eth_estimateGas: blockAt(1, 'none'),
    eth_createAccessList: blockAt(1, 'none'),
    eth_simulateV1: blockAt(1, 'none'),
    eth_feeHistory: blockAt(1, 'none'),
    eth_getLogs: { reads: 'logs', checking: 'none' },
    debug_traceCall: blockAt(1, 'none'),
    debug_traceBlockByNumber: blockAt(0, 'none'),
    debug_traceBlockByHash: byBlockHash('none'),
    debug_traceTransaction: byTransaction('none'),
    trace_block: blockAt(0, 'none'),
    trace_transaction: byTransaction('none'),
    eth_sendRawTransaction: { reads: 'submission', checking: 'none' },
  } satisfies Record<string, Forwarded>),
)
