import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const txpoolStatus = defineMethod({
  name: 'txpool_status',
  summary: 'How many transactions wait for a block, and how many for another transaction.',
  params: [],
  result: schema.objectOf({ pending: schema.number, queued: schema.number }),
  cost: 1,
  handler: (_, { node: { pool } }) => ({ pending: pool.pendingCount, queued: pool.queuedCount }),
})
