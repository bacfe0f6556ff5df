import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const netListening = defineMethod({
  name: 'net_listening',
  summary: 'Whether peers can connect to this node.',
  params: [],
  result: schema.boolean,
  cost: 1,
  handler: (_, { node }) => node.peers?.isListening ?? false,
})
