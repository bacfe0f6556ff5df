import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { transactionHash } from '../../params/hash.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilDropTransaction = defineMethod({
  name: 'anvil_dropTransaction',
  aliases: ['hardhat_dropTransaction', 'ganache_dropTransaction'],
  summary: 'Removes a waiting transaction; false if it does not wait.',
  params: [argument('transactionHash', transactionHash)],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([hash], { node }) {
    return expectDevelopment(node).drop(hash)
  },
})

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
