import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectDevelopment } from './developmentChain.ts'

export const minerStart = defineMethod({
  name: 'miner_start',
  aliases: [],
  summary: 'Mines each transaction at once, and those that wait.',
  params: [],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    expectDevelopment(node).setAutomine(true)
    return true
  },
})
