import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilRemovePoolTransactions = defineMethod({
  name: 'anvil_removePoolTransactions',
  aliases: ['hardhat_removePoolTransactions', 'ganache_removePoolTransactions'],
  summary: 'Removes the waiting transactions of an account.',
  params: [argument('address', address)],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([account], { node }) {
    expectDevelopment(node).dropAll(account)
    return true
  },
})
