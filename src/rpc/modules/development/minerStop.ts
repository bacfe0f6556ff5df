import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectDevelopment } from './developmentChain.ts'

export const minerStop = defineMethod({
  name: 'miner_stop',
  aliases: [],
  summary: 'Lets transactions wait until a block is mined on request.',
  params: [],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    expectDevelopment(node).setAutomine(false)
    return true
  },
})
