import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectDevelopment } from './developmentChain.ts'

export const anvilDropAllTransactions = defineMethod({
  name: 'anvil_dropAllTransactions',
  aliases: ['hardhat_dropAllTransactions', 'ganache_dropAllTransactions'],
  summary: 'Removes all waiting transactions.',
  params: [],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    expectDevelopment(node).dropAll()
    return true
  },
})
