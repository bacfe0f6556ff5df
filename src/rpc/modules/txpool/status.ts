import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const txpoolStatus = defineMethod({
  name: 'txpool_status',
  summary: 'Number of pending transactions, and of queued ones, which wait for another transaction.',
  result: schema.objectOf({
    pending: schema.eitherOf(schema.number, schema.quantity),
    queued: schema.eitherOf(schema.number, schema.quantity),
  }),
  effect: 'asks-node',
  access: 'everyone',
  handler(_, { node: { pool }, settings }) {
    const { pendingCount: pending, queuedCount: queued } = pool
    if (settings.development === undefined) return { pending, queued }
    return { pending: toQuantity(pending), queued: toQuantity(queued) }
  },
})
