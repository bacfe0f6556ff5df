import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const txpoolStatus = defineMethod({
  name: 'txpool_status',
  summary: 'Number of pending transactions, and of queued ones, which wait for another transaction.',
  result: schema.objectOf({ pending: schema.number, queued: schema.number }),
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node: { pool } }) => ({ pending: pool.pendingCount, queued: pool.queuedCount }),
})
