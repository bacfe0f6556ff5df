import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

const statusSchema = schema.objectOf({
  startingBlock: schema.quantity,
  currentBlock: schema.quantity,
  highestBlock: schema.quantity,
})

export const ethSyncing = defineMethod({
  name: 'eth_syncing',
  summary: 'The progress of catching up with peers; false when the node has caught up.',
  params: [],
  result: schema.eitherOf(statusSchema, schema.constant(false)),
  cost: 1,
  handler(_, { node }) {
    const status = node.peers?.syncStatus
    if (status === undefined) return false
    return {
      startingBlock: toQuantity(status.startingBlock),
      currentBlock: toQuantity(status.currentBlock),
      highestBlock: toQuantity(status.highestBlock),
    }
  },
})
