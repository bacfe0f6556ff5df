import type { ChainReader, ExecutingBlock } from '../../native/nativeContext.ts'
import { type BlockHeader, gasLimitOf } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'

/** What an execution knows besides the state: where it is, and which blocks came before. */
export interface ExecutionContext {
  readonly network: Network
  readonly chain: ChainReader
  readonly block: ExecutingBlock
}

/** The part of a header that transactions can see. */
export const executingBlock = (header: BlockHeader): ExecutingBlock => ({
  number: header.number,
  parentHash: header.parentHash,
  coinbase: header.coinbase,
  timestamp: header.timestamp,
  difficulty: header.difficulty,
  gasLimit: gasLimitOf(header),
  minimumGasPrice: header.minimumGasPrice ?? 0n,
})
