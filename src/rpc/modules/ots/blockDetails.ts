import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import type { RpcContext } from '../../method/context.ts'
import { blockShape } from '../../shapes/block.ts'
import { shownTransactions } from '../../shapes/shownTransactions.ts'

/** A block without its transactions. Rootstock's blocks issue nothing: REMASC pays the miners from fees. */
export function blockDetails(block: StoredBlock, { node, settings }: RpcContext): Json {
  const { totalDifficulty } = block
  const { network } = node
  const skipsRemasc = settings.development?.skipsRemasc === true
  const { transactions: _, ...shape } = blockShape(block, {
    network,
    fullTransactions: false,
    totalDifficulty,
    skipsRemasc,
  })
  return {
    block: { ...shape, logsBloom: null, transactionCount: shownTransactions(block, skipsRemasc).length },
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
