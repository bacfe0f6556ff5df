import type { ChainReader, ExecutingBlock } from '../../native/nativeContext.ts'
import { type BlockHeader, gasLimitOf } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'

/** The network, the block and its ancestors, on which an execution depends besides the state. */
export interface ExecutionContext {
  readonly network: Network
  readonly chain: ChainReader
  readonly block: ExecutingBlock
}

/** The fields of a header that transactions can read. */
export const executingBlock = (header: BlockHeader): ExecutingBlock => ({
  number: header.number,
  parentHash: header.parentHash,
  coinbase: header.coinbase,
  timestamp: header.timestamp,
  difficulty: header.difficulty,
  gasLimit: gasLimitOf(header),
  minimumGasPrice: header.minimumGasPrice ?? 0n,
})
