import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const ethMining = defineMethod({
  name: 'eth_mining',
  summary: 'Whether this node mines blocks automatically; false on a chain that mines on request only.',
  result: schema.boolean,
  effect: 'asks-node',
  access: 'everyone',
  light: 'own',
  handler: (_, { node }) => node.mining?.isMining ?? false,
})
