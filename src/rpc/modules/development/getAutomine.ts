import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectDevelopment } from './developmentChain.ts'

export const anvilGetAutomine = defineMethod({
  name: 'anvil_getAutomine',
  aliases: ['hardhat_getAutomine', 'ganache_getAutomine'],
  summary: 'Whether each transaction is mined at once.',
  params: [],
  result: schema.boolean,
  cost: 1,
  effect: 'asks-node',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    return expectDevelopment(node).isAutomining
  },
})
