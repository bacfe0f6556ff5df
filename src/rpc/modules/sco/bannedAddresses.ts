import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const scoBannedAddresses = defineMethod({
  name: 'sco_bannedAddresses',
  summary: 'Banned addresses, then banned blocks as `address/bits`.',
  result: schema.arrayOf(schema.text),
  cost: 1,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => node.peers?.scoring.bannedAddresses() ?? [],
})
