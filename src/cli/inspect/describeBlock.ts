import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { encodeBlock } from '../../protocol/block.ts'
import { gasLimitOf } from '../../protocol/headers/header.ts'
import { Amount, type Description, Moment } from './description.ts'

export function describeBlock(block: StoredBlock, chain: Chain): Description {
  const { header } = block
  return {
    number: header.number,
    hash: header.hash,
    canonical: chain.isCanonical(block),
    parentHash: header.parentHash,
    timestamp: new Moment(header.timestamp),
    miner: header.coinbase,
    difficulty: header.difficulty,
    totalDifficulty: block.totalDifficulty,
    gasLimit: gasLimitOf(header),
    gasUsed: header.gasUsed,
    minimumGasPrice: new Amount(header.minimumGasPrice ?? 0n),
    paidFees: new Amount(header.paidFees),
    stateRoot: header.stateRoot,
    transactionsRoot: header.transactionsRoot,
    receiptsRoot: header.receiptsRoot,
    extraData: header.extraData,
    size: encodeBlock(block).length,
    edges: header.edges ?? [],
    uncles: block.uncles.map((uncle) => uncle.hash),
    transactions: block.transactions.map((transaction) => transaction.hash),
  }
}
