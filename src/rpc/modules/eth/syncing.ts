import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { syncStatusOf } from '../../node/lag.ts'

const statusSchema = schema.objectOf({
  startingBlock: schema.quantity,
  currentBlock: schema.quantity,
  highestBlock: schema.quantity,
})

export const ethSyncing = defineMethod({
  name: 'eth_syncing',
  summary:
    'The progress of catching up with peers; false once the node has caught up. A node without blocks or with an old best block has not.',
  result: schema.eitherOf(statusSchema, schema.constant(false)),
  asks: 'latest',
  upstream: 'never',
  light: 'own',
  handler(_, { node, settings, now }) {
    const status = syncStatusOf(node, settings.maximumHeadAgeMs, now())
    if (status === undefined) return false
    return {
      startingBlock: toQuantity(status.startingBlock),
      currentBlock: toQuantity(status.currentBlock),
      highestBlock: toQuantity(status.highestBlock),
    }
  },
})
