import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const netVersion = defineMethod({
  name: 'net_version',
  summary: 'The chain id in decimal.',
  result: schema.text,
  asks: 'nothing',
  handler: (_, { node }) => String(node.network.chainId),
})
