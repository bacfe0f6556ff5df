import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const netVersion = defineMethod({
  name: 'net_version',
  summary: 'The chain id in decimal.',
  result: schema.text,
  cost: 1,
  asks: 'nothing',
  handler: (_, { node }) => String(node.network.chainId),
})
