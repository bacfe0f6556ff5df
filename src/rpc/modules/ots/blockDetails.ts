import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import type { Network } from '../../../protocol/networks/network.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { blockShape } from '../../shapes/block.ts'

/** A block without its transactions. Rootstock's blocks issue nothing: REMASC pays the miners from fees. */
export function blockDetails(block: StoredBlock, network: Network): Json {
  const { totalDifficulty, transactions } = block
  const { transactions: _, ...shape } = blockShape(block, {
    network,
    fullTransactions: false,
    totalDifficulty,
    skipsRemasc: false,
  })
  return {
    block: { ...shape, logsBloom: null, transactionCount: transactions.length },
    issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' },
    totalFees: toQuantity(block.header.paidFees),
  }
}

export const blockDetailsSchema = schema.objectOf({
  block: schema.objectWith({ hash: schema.hash, number: schema.quantity, transactionCount: schema.number }),
  issuance: schema.objectOf({
    blockReward: schema.quantity,
    uncleReward: schema.quantity,
    issuance: schema.quantity,
  }),
  totalFees: schema.quantity,
})
