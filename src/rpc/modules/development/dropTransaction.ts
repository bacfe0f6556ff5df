import * as schema from '../../json/schema.ts'
import { address } from '../../params/address.ts'
import { transactionHash } from '../../params/hash.ts'
import { argument, defineCommand, defineDevelopmentMethod } from './developmentChain.ts'

export const anvilDropTransaction = defineDevelopmentMethod({
  name: 'anvil_dropTransaction',
  aliases: ['hardhat_dropTransaction', 'ganache_dropTransaction'],
  summary: 'Removes a waiting transaction; false if it does not wait.',
  params: [argument('transactionHash', transactionHash)],
  result: schema.boolean,
  effect: 'uses-node',
  handler: ([hash], development) => development.drop(hash),
})

export const anvilDropAllTransactions = defineCommand({
  name: 'anvil_dropAllTransactions',
  aliases: ['hardhat_dropAllTransactions', 'ganache_dropAllTransactions'],
  summary: 'Removes all waiting transactions.',
  effect: 'uses-node',
  run: (_, development) => development.dropAll(),
})

export const anvilRemovePoolTransactions = defineCommand({
  name: 'anvil_removePoolTransactions',
  aliases: ['hardhat_removePoolTransactions', 'ganache_removePoolTransactions'],
  summary: 'Removes the waiting transactions of an account.',
  params: [argument('address', address)],
  effect: 'uses-node',
  run: ([account], development) => development.dropAll(account),
})
